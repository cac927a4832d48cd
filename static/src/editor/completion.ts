/**
 * Completes names of PyTorch behind a dot: `torch.nn.`, `F.`, `x.`. Names of the snippet and of Python come from the language itself.
 *
 * The names are those of the torch that the snippets run with (scripts/torch-names); they are loaded when first needed.
 */
import { autocompletion, type Completion, type CompletionContext, type CompletionResult, completionKeymap } from "@codemirror/autocomplete";
import { pythonLanguage } from "@codemirror/lang-python";
import { syntaxTree } from "@codemirror/language";
import { type Extension, Prec } from "@codemirror/state";
import { keymap } from "@codemirror/view";
import { aliasesIn, type TorchNames, torchNames } from "./torch-names";

const MEMBER = /(?:[\w.]*\w|[)\]])\.\w*/;
const SILENT = /String|Comment/;

export const completion: Extension = [
  autocompletion({ icons: false, closeOnBlur: true }),
  Prec.high(keymap.of(completionKeymap)),
  pythonLanguage.data.of({ autocomplete: completeTorch }),
];

let loading: Promise<TorchNames> | null = null;

async function completeTorch(context: CompletionContext): Promise<CompletionResult | null> {
  const member = context.matchBefore(MEMBER);
  if (member === null || SILENT.test(syntaxTree(context.state).resolveInner(context.pos, -1).name)) return null;
  loading ??= import("./torch-names.gen.json").then(({ default: names }) => names);
  const names = torchNames(await loading, aliasesIn(context.state.doc.toString()), member.text.slice(0, member.text.lastIndexOf(".")));
  if (names.length === 0) return null;
  return { from: member.from + member.text.lastIndexOf(".") + 1, options: names.map(optionOf), validFor: /^\w*$/ };
}

/** A name with an underscore in front comes last. */
function optionOf(name: string): Completion {
  const type = /^[A-Z]/.test(name) ? "class" : "function";
  return { label: name, type, boost: name.endsWith("_") ? -1 : 0 };
}
