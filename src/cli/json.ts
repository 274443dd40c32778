import { visibleJson } from '../core/unseen.ts'

/** Of the form that `--json` prints. A key that is added leaves it as it is; one that goes or changes its meaning raises it. */
const JSON_VERSION = 1

/** What `--json` prints, on one line: every object says which version of the form it has. */
export function jsonText(value: object): string {
  return `${visibleJson({ version: JSON_VERSION, ...value })}\n`
}
