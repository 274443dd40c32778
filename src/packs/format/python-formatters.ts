import { file, TASKS, text, type Formatter } from './formatter.ts'

const PYTHON = '.py .pyi'

/** Formatters of Python. */
export const PYTHON_FORMATTERS: readonly Formatter[] = [
  {
    name: 'black',
    files: PYTHON,
    shown: [
      text(/^\[tool\.black\]/m, 'pyproject.toml'),
      text(/psf\/black/, '.pre-commit-config.yaml'),
      { python: 'black' },
    ],
    installer: 'python',
    programs: ['black'],
    args: '--quiet {file}',
  },
  {
    name: 'yapf',
    files: PYTHON,
    shown: [
      ...file('.style.yapf'),
      text(/^\[tool\.yapf\]/m, 'pyproject.toml'),
      text(/^\[yapf\]/m, 'setup.cfg'),
      { python: 'yapf' },
    ],
    installer: 'python',
    programs: ['yapf'],
    args: '-i {file}',
  },
  {
    // Many projects check with ruff and format with something else or not at all: a table of ruff alone is no sign.
    name: 'ruff',
    files: `${PYTHON} .ipynb`,
    shown: [
      text(/^\[tool\.ruff\.format\]/m, 'pyproject.toml'),
      text(/^\[format\]/m, 'ruff.toml', '.ruff.toml'),
      text(/ruff-format/, '.pre-commit-config.yaml'),
      text(/ruff format/, ...TASKS, 'pyproject.toml'),
    ],
    installer: 'python',
    programs: ['ruff'],
    args: 'format --quiet --force-exclude {file}',
  },
]
