/** What authors write above what a program has printed, in the languages of the pages. */
const LABELS = [
  "(?:the |this |actual |expected |example |sample |console |program |my |current )?(?:output|result|results|prints?|log|stdout|out|outputs?|gives|shows|returns|yields)(?: is| was)?",
  "(?:it|this|which|and|that) (?:prints|gives|outputs|shows|returns|yields)",
  "(?:运行|打印|输出|执行|程序)*(?:输出|结果|打印)(?:结果)?(?:如下|为|是)?",
  "(?:執行|輸出|結果)+(?:如下)?",
  "(?:実行|出力)?(?:結果|出力)",
  "(?:실행 |출력 )?(?:결과|출력)",
  "(?:die )?(?:ausgabe|ergebnis)(?: ist)?|gibt aus|das gibt",
  "(?:la )?sortie|(?:le )?résultat|affiche|ce qui donne",
  "(?:la )?salida|(?:el )?resultado|(?:a )?saída",
  "вывод|результат|выведет|выводит|печатает",
];

export const OUTPUT_LABEL = new RegExp(`^\\s*(?:#+ |\\*\\*)?(?:${LABELS.join("|")})(?:\\*\\*)?\\s*(?:[:：]|\\.\\.\\.)?\\s*$`, "i");

/** Of fences and directives: in none of them is a program in Python. */
const FOREIGN =
  /^(?:bash|sh|shell|zsh|console|text|txt|plain|plaintext|output|out|json|ya?ml|toml|ini|c|cpp|c\+\+|cuda|diff|log|pytb|traceback|html|latex|tex|markdown|md|dockerfile|powershell|mermaid|none|shell-session|terminal|cmd|bat|batch|ps1|emacs-lisp|elisp|lisp|scheme|rust|go|java|javascript|js|typescript|ts|kotlin|swift|scala|r|julia|matlab|octave|ruby|perl|php|lua|haskell|sql|css|scss|xml|svg|csv|tsv|make|makefile|cmake|nix|stdout|stderr|stream|error|err|trace|stacktrace|result|results|ansi|math|dot|graphviz|plantuml|pseudocode|pseudo|asm|ptx|llvm|mlir)$/i;

export function isForeign(language: string): boolean {
  return FOREIGN.test(language);
}
