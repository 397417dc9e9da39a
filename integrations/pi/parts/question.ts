// src/generated/question.ts
var question_default = {
  "question": {
    "dialect": "question",
    "name": "question",
    "description": `Ask the user one question or several, each with options to pick from, and wait for the answer. Use it when you can't go on without a decision, a preference or a fact that only the user has, and the likely answers can be listed. A last row "Something else…" is added to every question by itself, so that the user can always answer in their own words: don't add one. Several questions are asked one after another and submitted together after a review. The result names each answer, and whether the user picked or wrote it. If the user cancels or could not be asked, no choice was made: don't assume one.`,
    "input_schema": {
      "type": "object",
      "properties": {
        "questions": {
          "type": "array",
          "description": "The questions, in the order to ask them. Ask in one call what belongs together. (required, at least 1, at most 32)",
          "items": {
            "type": "object",
            "properties": {
              "id": {
                "type": "string",
                "description": "Stable name of the question; its answer comes back under it. Unique within the call. (required)"
              },
              "label": {
                "type": "string",
                "description": `One or two words for the question's tab and the review, such as "Database". Left out: Q1, Q2, …`
              },
              "prompt": {
                "type": "string",
                "description": "The whole question as the user reads it, with what they need to know to decide. (required)"
              },
              "options": {
                "type": "array",
                "description": "The likely answers, best first; two to six are easy to take in. Empty: the user answers in their own words. (required, at most 200)",
                "items": {
                  "type": "object",
                  "properties": {
                    "value": {
                      "type": "string",
                      "description": "What you get back when this is picked. Unique within the question. (required)"
                    },
                    "label": {
                      "type": "string",
                      "description": "What the user reads: short, and different from the other options. (required)"
                    },
                    "description": {
                      "type": "string",
                      "description": "What picking this means: cost, risk, consequence."
                    }
                  }
                }
              }
            }
          }
        }
      }
    },
    "snippet": "Ask the user one or several multiple-choice questions; own words are always possible"
  }
};

// src/looks/question.ts
var question = {
  label: "Question",
  call: callOf("question", (q, i) => at(q, "label") ?? `Q${String(i + 1)}`),
  result: ({ content, details, isError, isPartial }, theme) => {
    if (isPartial) return "";
    const answers = list(at(details, "answers"));
    if (isError || at(details, "cancelled") !== false) {
      const text = at(list(content)[0], "text");
      const known = typeof text === "string" && text.startsWith("User cancelled");
      return known ? cancelled(theme) : said(content, theme, isError);
    }
    if (answers.length === 0) return said(content, theme, false);
    const questions = list(at(details, "questions"));
    const lines = answers.map((one) => {
      const asked = questions.find((q) => at(q, "id") === at(one, "id"));
      const own = at(one, "wasCustom") === true;
      const index = at(one, "index");
      const number = typeof index === "number" ? `${String(index)}. ` : "";
      const label = questions.length > 1 ? clean(at(asked, "label"), 40) : "";
      return answer(theme, label, number + clean(at(one, "label"), 200), own);
    });
    return lines.join("\n");
  }
};

// extensions/question.ts
function extension(pi) {
  offer(pi, [{ spec: question_default.question, look: question }]);
}
export {
  extension as default
};
