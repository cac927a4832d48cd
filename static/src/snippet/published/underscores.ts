/** Gives names the underscores back that Markdown took for bold type: `__init__` of a class, and the `__main__` of a script. */

/** Only in a class whose method calls `super().init(…)`: it could have a method `init` of its own. */
const INIT = /(?<=^[ \t]+def )init(?=\(self\b)|(?<=\bsuper\([\w, ]*\)\.)init(?=\()/gm;
const MAIN = /^if name == (["'])main\1:/gm;

export function withUnderscores(code: string): string {
  const isClass = /^class \w+/m.test(code) && /\bsuper\([\w, ]*\)\.init\(/.test(code);
  return (isClass ? code.replace(INIT, "__init__") : code).replace(MAIN, 'if __name__ == "__main__":');
}
