// src/generated/questionnaire.ts
var questionnaire_default = {
  "AskUserQuestion": {
    "dialect": "questionnaire",
    "name": "AskUserQuestion",
    "description": `Ask the user one to four questions in the terminal and wait for the answers. Use it when a decision is the user's to make and you would otherwise have to guess. Each question has one of five types: select_one (2 to 7 options, one answer), select_many (2 to 7 options, several answers), confirm_enum (yes or no), number (with min and max), free_text. Every question must be answered, and every list gets an Other row for the user's own words by itself: don't add one. The user may attach a note to each question. The reply has one line per answer, then one line of JSON in which answers and notes are keyed by the question's index, counted from 0: {"mode": "option", "value": …} or {"mode": "other", "text": …} for lists (an array of them for select_many; affirm or decline as the value for confirm_enum), a number, or a string.`,
    "input_schema": {
      "type": "object",
      "properties": {
        "questions": {
          "type": "array",
          "description": "One to four questions that belong together; break longer forms into several calls. (required, at least 1, at most 4)",
          "items": {
            "type": "object",
            "properties": {
              "id": {
                "type": "string",
                "description": "Name of the question, unique in the call; assigned where it is left out. Answers are keyed by the question's index, not by this. (at most 64 characters)"
              },
              "header": {
                "type": "string",
                "description": `Short label of the question's tab, such as "Env" or "Replicas". (required, at most 20 characters)`
              },
              "question": {
                "type": "string",
                "description": "The whole question, clear enough to be answered without more context. (required, at most 4000 characters)"
              },
              "description": {
                "type": "string",
                "description": "More about the question, shown below it. (at most 4000 characters)"
              },
              "type": {
                "type": "string",
                "description": "TypedFields it is answered: one option, several options, yes or no, a number, a text. (required, one of select_one, select_many, confirm_enum, number, free_text)"
              },
              "options": {
                "type": "array",
                "description": "select_one and select_many: 2 to 7 options (an Other of your own is not counted). confirm_enum: the affirmative, then the negative; Affirm and Decline where left out. Not for number and free_text. (at most 8)",
                "items": {
                  "type": "object",
                  "properties": {
                    "label": {
                      "type": "string",
                      "description": "What the user picks, in a few words; all labels of a question differ. (required, at most 200 characters)"
                    },
                    "description": {
                      "type": "string",
                      "description": "What picking it means: effect, cost, trade-off. (at most 2000 characters)"
                    },
                    "preview": {
                      "type": "object",
                      "properties": {
                        "type": {
                          "type": "string",
                          "description": "What the content is written in. (required, one of markdown, code, text, mermaid, svg, html)"
                        },
                        "content": {
                          "type": "string",
                          "description": "The code, diagram, picture or formatted text itself. (required)"
                        }
                      },
                      "description": "Something to look at before picking, shown when the user expands it."
                    }
                  }
                }
              },
              "default": {
                "anyOf": [
                  {
                    "type": "string",
                    "description": 'Where the user starts; no answer until it is committed, and ignored on a dangerous question. select_one: a label. confirm_enum: "affirm" or "decline". free_text: a text.'
                  },
                  {
                    "type": "array",
                    "items": {
                      "type": "string"
                    },
                    "description": "select_many: labels."
                  },
                  {
                    "type": "number",
                    "description": "number: within min and max."
                  }
                ]
              },
              "min": {
                "type": "number",
                "description": "Smallest number that is taken; for number only."
              },
              "max": {
                "type": "number",
                "description": "Largest number that is taken; for number only."
              },
              "placeholder": {
                "type": "string",
                "description": "Hint in the empty editor, never an answer; for free_text only. (at most 200 characters)"
              },
              "multiline": {
                "type": "boolean",
                "default": true,
                "description": "Whether the text may have several lines; for free_text only."
              },
              "is_dangerous": {
                "type": "boolean",
                "default": false,
                "description": "Marks a destructive question: the user confirms the answer by typing the resource's name."
              }
            }
          }
        }
      }
    },
    "snippet": "Ask the user one to four typed questions and wait for the answers",
    "guidelines": [
      "Call AskUserQuestion when a decision is the user's to make; put what belongs together into one call of 1 to 4 questions.",
      "Keep each header to 20 characters: it labels a tab, the full prompt lives in question.",
      "Pick the type by the answer you need: select_one, select_many, confirm_enum, number or free_text.",
      'Offer 2 to 7 options that differ in label, and no "Other": every list gets that row by itself.',
      "In confirm_enum put the affirmative option first, or leave options out for Affirm and Decline.",
      "Set is_dangerous on anything destructive: the user then confirms by typing.",
      "Every question is required; there is no required field, and a default only says where the user starts."
    ]
  }
};

// src/looks/AskUserQuestion.ts
function lines(content) {
  const text = at(list(content)[0], "text");
  return typeof text === "string" ? (text.split("\n\n")[0] ?? "").split("\n") : [];
}
var AskUserQuestion = {
  label: "AskUserQuestion",
  call: callOf("AskUserQuestion", (q) => at(q, "header")),
  result: ({ content, details, isError, isPartial }, theme) => {
    if (isPartial) return "";
    const lifecycle = at(details, "lifecycle");
    if (lifecycle === "cancelled") return cancelled(theme);
    if (isError || lifecycle !== "answered") return said(content, theme, isError || lifecycle === "rejected");
    const told = lines(content).filter((line) => line !== "" && !line.startsWith("    "));
    return told.map((line) => {
      const [header, ...rest] = line.split(": ");
      const value = rest.join(": ");
      const noted = /^note \((.*)\)$/.exec(header ?? "");
      if (noted !== null) return note(theme, noted[1] ?? "", value);
      const own = value.startsWith("(Other) ");
      return answer(theme, clean(header, 40), own ? value.slice("(Other) ".length) : value, own);
    }).join("\n");
  }
};

// extensions/AskUserQuestion.ts
function extension(pi) {
  if (offer(pi, [{ spec: questionnaire_default.AskUserQuestion, look: AskUserQuestion }])) settingsMenu(pi);
}
export {
  extension as default
};
