// A reporter of vitest that writes the errors which no test caught, a rejection that nobody awaits or an exception in a timer, beside the
// report of its JSON reporter, which leaves them out: to FILE.unhandled.json, as a list of texts, for `--outputFile.json=FILE.json`.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

export default class Unhandled {
  onInit(vitest) {
    this.file = vitest.config.outputFile.json.replace(/\.json$/, ".unhandled.json");
  }

  onTestRunEnd(_modules, errors) {
    mkdirSync(dirname(this.file), { recursive: true });
    writeFileSync(this.file, JSON.stringify(errors.map(told)));
  }
}

/** vitest names the test that ran when the error came, which need not be the one that caused it. */
function told({ name, message, VITEST_TEST_PATH: path, VITEST_TEST_NAME: test }) {
  return `${name ?? "Error"}: ${message}${path === undefined ? "" : ` (while ${path}${test === undefined ? "" : `::${test}`} ran)`}`;
}
