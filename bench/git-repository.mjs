import { execFileSync } from 'node:child_process'
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const FOLDERS = 200
const KINDS = ['py', 'md', 'yaml', 'txt', 'js']
const HOUR = 3_600

/** A committed work tree. Its files are older than its index, so that git trusts their times. */
export function makeRepository(base, files) {
  const root = join(base, 'repository')
  const home = join(base, 'home')
  mkdirSync(home)
  writeFileSync(join(home, '.gitconfig'), '[user]\nname = Bench\nemail = bench@example.com\n')
  const env = cleanEnv(home)
  const past = Date.now() / 1_000 - HOUR
  for (let folder = 0; folder < FOLDERS; folder += 1)
    mkdirSync(join(root, `folder-${folder}`), { recursive: true })
  for (let index = 0; index < files; index += 1) {
    const kind = KINDS[Math.floor(index / FOLDERS) % KINDS.length]
    const path = join(root, `folder-${index % FOLDERS}`, `file-${index}.${kind}`)
    writeFileSync(path, contentOf(kind, index))
    utimesSync(path, past, past)
  }
  const git = (...args) =>
    execFileSync('git', args, { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] })
  git('init', '-q', '-b', 'main', '--template=')
  git('add', '-A')
  git('commit', '-q', '-m', 'files')
  return { root, env }
}

/** Nothing of the machine's own settings takes part; every runner keeps its things below this home. */
function cleanEnv(home) {
  return {
    PATH: process.env.PATH,
    HOME: home,
    LANG: 'C.UTF-8',
    GIT_CONFIG_NOSYSTEM: '1',
    HOOKWRIGHT_GIT_HOME: join(home, 'hookwright'),
    XDG_STATE_HOME: join(home, 'state'),
    PREK_HOME: join(home, 'prek'),
    PRE_COMMIT_HOME: join(home, 'pre-commit'),
  }
}

/** About 300 bytes that no hook finds fault with. */
function contentOf(kind, index) {
  const line = {
    py: (n) => `value_${n} = compute(${index}, ${n})  # step\n`,
    md: (n) => `- item ${n} of note ${index}, in plain words\n`,
    yaml: (n) => `key-${n}:\n  - { number: ${index}, name: entry ${n} }\n`,
    txt: (n) => `line ${n} of text ${index} with a few words\n`,
    js: (n) => `export const value${n} = compute(${index}, ${n})\n`,
  }[kind]
  let text = ''
  for (let n = 0; text.length < 280; n += 1) text += line(n)
  return text
}
