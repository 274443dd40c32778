import type { Formatter } from './formatter.ts'
import { LANGUAGE_FORMATTERS } from './language-formatters.ts'
import { PYTHON_FORMATTERS } from './python-formatters.ts'
import { WEB_FORMATTERS } from './web-formatters.ts'

/** Every formatter that is known. Of several that one folder shows, the first counts. */
export const FORMATTERS: readonly Formatter[] = [
  ...WEB_FORMATTERS,
  ...PYTHON_FORMATTERS,
  ...LANGUAGE_FORMATTERS,
]
