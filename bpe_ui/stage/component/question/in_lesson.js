// The question of a lesson's part, on its page.

import { mounted } from "../mounted.js";
import { QuestionView } from "./question.js";

export default mounted((parent) => new QuestionView(parent));
