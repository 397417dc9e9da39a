"""What the document can't say: which calls can be asked, and which requests there are.

- A positive ask gets a call that can be asked, so that later calls find a request of it.
- Half of the calls about a request get the id of an open one, and an answer gets its digest.
- What schemathesis breaks on purpose stays broken.
- A query that asq doesn't know is ignored, which is no fault; and no call leaves its token out but those that test that.
"""

import itertools
import json
import os
import urllib.request

import schemathesis
from schemathesis.core.parameters import ParameterLocation

URL = os.environ["ASQ_URL"]
count = itertools.count()


def call(method, path, token, body=None):
    request = urllib.request.Request(URL + path, method=method, headers={"Authorization": f"Bearer {token}"})
    if body is not None:
        request.add_header("Content-Type", "application/json")
        request.data = json.dumps(body).encode()
    with urllib.request.urlopen(request, timeout=10) as reply:
        return json.load(reply)


def tool_call():
    question = {"question": f"Number {next(count)}?", "options": ["yes", "no"]}
    return {"name": "ask", "arguments": {"questions": [question]}}


def asked():
    """The id of a new request."""
    return call("POST", "/v1/requests", os.environ["ASK_TOKEN"], {"call": tool_call(), "agent": "tests"})["id"]


def is_positive(case, location):
    component = case.meta.components.get(location) if case.meta else None
    return component is None or component.mode.is_positive


def is_unknown_query(case):
    known = {it["name"] for it in case.operation.definition.raw.get("parameters", []) if it["in"] == "query"}
    return not is_positive(case, ParameterLocation.QUERY) and not set(case.query or {}) <= known


@schemathesis.hook
def filter_case(context, case):
    return is_positive(case, ParameterLocation.HEADER) and not is_unknown_query(case)


@schemathesis.hook
def before_call(context, case, kwargs):
    body, positive = case.body, is_positive(case, ParameterLocation.BODY)
    name = case.operation.definition.raw["operationId"]
    if name == "ask" and positive and isinstance(body, dict):
        body["call"] = tool_call()
        for claimed in ["dialect", "tool"]:
            body.pop(claimed, None)
    parameters = case.path_parameters
    is_id = isinstance(parameters, dict) and "id" in parameters
    if is_id and is_positive(case, ParameterLocation.PATH) and next(count) % 2 == 0:
        parameters["id"] = asked()
        if name == "answer" and positive and isinstance(body, dict):
            shown = call("GET", f"/v1/requests/{parameters['id']}", os.environ["ANSWER_TOKEN"])
            body["digest"] = shown["digest"]
