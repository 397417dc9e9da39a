// src/generated/spec.ts
var spec_default = {
  "ask_question": {
    "dialect": "spec",
    "name": "ask_question",
    "description": `Ask the user one question with 2 to 6 options and wait for the answer. Use it for every question to the user except the choice of gray areas: one question per turn, and never a question in conversational text. Let the options cite existing code (files, components, patterns) instead of abstract choices. Two rows are added by themselves, "Something else (I'll explain)" for the user's own words and "Let's discuss this": don't include them. If the user wants to discuss, switch to conversational mode: ask follow-ups in plain text without tools until it is clear enough, then call resume_structured. If the user cancels or could not be asked, no choice was made: don't assume one.`,
    "input_schema": {
      "type": "object",
      "properties": {
        "question": {
          "type": "string",
          "description": "The question to ask, with the existing code that it is about; line breaks are kept. (required)"
        },
        "options": {
          "type": "array",
          "description": "2 to 6 options, best first. The rows for own words and for a discussion are added by themselves. (required)",
          "items": {
            "type": "object",
            "properties": {
              "label": {
                "type": "string",
                "description": "What the user picks: short, and different from the others. (required)"
              },
              "description": {
                "type": "string",
                "description": "Shown below the label in muted text: the code it refers to, its effect or cost."
              }
            }
          }
        }
      }
    },
    "snippet": "Ask the user one question with options, own words or a discussion",
    "guidelines": [
      "Ask one question per turn, with ask_question; never several in one message and never in conversational text.",
      "In ask_question options cite existing code: name real files, components and patterns of the codebase.",
      `Never add "Something else" or "Let's discuss this" to the options of ask_question: both rows are added by themselves.`
    ]
  },
  "ask_multi_select": {
    "dialect": "spec",
    "name": "ask_multi_select",
    "description": "Let the user tick any number of items, at least one, and wait for the selection. Use it only for gray areas: the step in which the user picks which topics to discuss. Every other question goes through ask_question. The result lists the labels of the ticked items. There is no row for own words. If the user cancels or could not be asked, nothing was selected: don't assume a selection.",
    "input_schema": {
      "type": "object",
      "properties": {
        "question": {
          "type": "string",
          "description": "The question to ask, such as which areas to discuss. (required)"
        },
        "options": {
          "type": "array",
          "description": "The items to select from, each under a label of its own. (required, at least 1, at most 200)",
          "items": {
            "type": "object",
            "properties": {
              "label": {
                "type": "string",
                "description": "What the user picks: short, and different from the others. (required)"
              },
              "description": {
                "type": "string",
                "description": "Shown below the label in muted text: the code it refers to, its effect or cost."
              }
            }
          }
        }
      }
    },
    "snippet": "Let the user tick which gray areas to discuss",
    "guidelines": [
      "Use ask_multi_select only for gray areas, to let the user pick the topics to discuss; ask everything else with ask_question."
    ]
  },
  "resume_structured": {
    "dialect": "spec",
    "name": "resume_structured",
    "description": `End conversational mode and go back to structured questions. Call it when you have gathered enough in the open conversation that began when the user picked "Let's discuss this" or said "Not quite, let me explain": neither before it is clear what the user wants, nor long after. It asks the user nothing. Sum up first what you learned; then go on with ask_question.`,
    "input_schema": {
      "type": "object",
      "properties": {
        "summary": {
          "type": "string",
          "description": "Brief summary of what you learned from the open conversation. (required)"
        }
      }
    },
    "snippet": "Sum up an open conversation and go back to structured questions",
    "guidelines": [
      "Call resume_structured as soon as the open conversation has made clear what the user wants, before the next ask_question; don't ask on in plain text after it."
    ]
  }
};

// src/looks/spec.ts
var askQuestion = {
  label: "Ask question",
  call: titled("ask_question", "question"),
  result: ({ content, details, isError, isPartial }, theme) => {
    if (isPartial) return "";
    if (at(details, "discuss") === true) return boxed(theme, "accent", "→ Let's discuss this");
    const given = at(details, "answer");
    if (typeof given === "string" && !isError) return answer(theme, "", given, at(details, "wasCustom") === true);
    const text = at(list(content)[0], "text");
    const left = typeof text === "string" && text.startsWith("User cancelled");
    return left ? cancelled(theme) : said(content, theme, isError);
  }
};
var askMultiSelect = {
  label: "Ask multi select",
  call: titled("ask_multi_select", "question"),
  result: ({ content, details, isError, isPartial }, theme) => {
    if (isPartial) return "";
    const picked = list(at(details, "selected")).map((label) => clean(label, 80));
    if (picked.length > 0 && !isError) return answer(theme, "", picked.join(", "));
    const text = at(list(content)[0], "text");
    const left = typeof text === "string" && text.startsWith("User cancelled");
    return left ? cancelled(theme) : said(content, theme, isError);
  }
};
var resumeStructured = {
  label: "Resume structured",
  call: titled("resume_structured", "summary"),
  result: ({ content, isError, isPartial }, theme) => isPartial ? "" : said(content, theme, isError)
};

// extensions/spec.ts
function extension(pi) {
  offer(pi, [
    { spec: spec_default.ask_question, look: askQuestion },
    { spec: spec_default.ask_multi_select, look: askMultiSelect },
    { spec: spec_default.resume_structured, look: resumeStructured }
  ]);
}
export {
  extension as default
};
