// inquirer's plain select.
import inquirer from "inquirer";
import { options, question } from "./question.mjs";

console.log(await inquirer.prompt([{ type: "select", name: "pick", message: question, choices: options }]));
