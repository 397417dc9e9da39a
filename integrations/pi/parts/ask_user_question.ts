// src/generated/ask_user_question.ts
var ask_user_question_default = {
  "ask_user_question": {
    "dialect": "ask_user_question",
    "name": "ask_user_question",
    "description": 'Ask the user one to four questions with two to four options each, and wait for the answers. Use it to settle an ambiguity, learn a preference or have a decision made before you go on. Each question takes one pick, or several with multiSelect; the user can also type an answer of their own, except on a question with previews. The user may leave questions open: only answered ones come back, and nothing may be assumed about the rest. If the user cancels, the call fails with "User cancelled".',
    "input_schema": {
      "type": "object",
      "properties": {
        "questions": {
          "type": "array",
          "description": "One to four questions with different texts, the one that matters most first. (required, at least 1, at most 4)",
          "items": {
            "type": "object",
            "properties": {
              "question": {
                "type": "string",
                "description": "The whole question: clear, specific, ending in a question mark. With multiSelect, worded so that several answers make sense. (required)"
              },
              "header": {
                "type": "string",
                "description": `Label of the question's tab, at most 12 characters, such as "Database" or "Approach". (required)`
              },
              "options": {
                "type": "array",
                "description": "Two to four options that differ in label and in meaning. A row for the user's own words is added by itself: don't add one. (required, at least 2, at most 4)",
                "items": {
                  "type": "object",
                  "properties": {
                    "label": {
                      "type": "string",
                      "description": "What the user picks, in one to five words. (required)"
                    },
                    "description": {
                      "type": "string",
                      "description": "What picking it means: effect, cost, trade-off. (required)"
                    },
                    "preview": {
                      "type": "string",
                      "description": "Markdown shown beside the list while this option has the focus: a mock-up, a snippet, a layout. Only where one option is picked; such a question has no row for own words."
                    }
                  }
                }
              },
              "multiSelect": {
                "type": "boolean",
                "default": false,
                "description": "Whether several options may be picked together."
              }
            }
          }
        }
      }
    },
    "snippet": "Ask the user one to four structured questions and wait for the answers",
    "guidelines": [
      "Call ask_user_question when a decision is the user's to make; put what belongs together into one call of 1 to 4 clear questions.",
      "End the text of every question with a question mark, and give no two questions the same text.",
      "Keep each header to 12 characters: it labels a tab, the question itself says the rest.",
      "Offer 2 to 4 options a question that differ in label and exclude each other, unless multiSelect is set.",
      `Add no "Other" or "Something else" option: standard questions get a row for the user's own words.`,
      "Give previews only where options must be seen to be compared, such as layouts or code, and never with multiSelect."
    ]
  }
};

// src/looks/ask_user_question.ts
var askUserQuestion = {
  label: "Ask user question",
  call: callOf("ask_user_question", (q) => at(q, "header")),
  result: ({ content, details, isError, isPartial }, theme) => {
    if (isPartial) return "";
    if (isError) {
      return at(list(content)[0], "text") === "User cancelled" ? cancelled(theme) : said(content, theme, true);
    }
    const answers = at(details, "answers");
    const questions = list(at(details, "questions"));
    const lines = questions.flatMap((q) => {
      const text = at(q, "question");
      if (typeof text !== "string") return [];
      const given = at(answers, text);
      const header = clean(at(q, "header"), 20);
      const remark = at(at(at(details, "annotations"), text), "notes");
      const notes = typeof remark === "string" ? [note(theme, header, remark)] : [];
      if (typeof given !== "string") return [open(theme, header), ...notes];
      const labels = list(at(q, "options")).map((option) => at(option, "label"));
      const own = at(q, "multiSelect") !== true && !labels.includes(given);
      return [answer(theme, header, given, own), ...notes];
    });
    const none = Object.keys(answers ?? {}).length === 0;
    return none ? [said(content, theme, false), ...lines].join("\n") : lines.join("\n");
  }
};

// extensions/ask_user_question.ts
function extension(pi) {
  offer(pi, [{ spec: ask_user_question_default.ask_user_question, look: askUserQuestion }]);
}
export {
  extension as default
};
