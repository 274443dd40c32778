import { namesOf, startsOf, type CodeLanguage } from './language.ts'

const PROCESSES = /child_process|shelljs|execa|zx|\bBun\b/
const FILES = /\bfs\b|\bfs\/promises|\bDeno\b|fs-extra|shelljs|graceful-fs/
const FILL = /\$\{[^{}]*\}/g

export const JAVASCRIPT: CodeLanguage = {
  quoting: {
    comment: ['//'],
    blocks: true,
    quotes: `'"`,
    ticks: 'string',
    fills: { '`': FILL },
    patterns: true,
  },
  starts: startsOf({
    text: 'exec execSync execaCommand execaCommandSync execaSync$',
    words: 'spawn spawnSync execFile execFileSync fork execa execaSync Command doShellScript',
  }),
  touches: namesOf({
    fs:
      'rm rmSync rmdir rmdirSync unlink unlinkSync writeFile writeFileSync appendFile appendFileSync rename renameSync ' +
      'truncate truncateSync chmod chmodSync chown chownSync copyFile copyFileSync cp cpSync createWriteStream symlink ' +
      'symlinkSync readFile readFileSync createReadStream openSync remove removeSync emptyDir emptyDirSync',
    Deno: 'readTextFile readTextFileSync writeTextFile writeTextFileSync removeSync',
    '': 'rimraf rimrafSync fetch',
    process: 'kill',
  }),
  evaluates: ['eval', 'Function', 'runInThisContext', 'runInNewContext', 'runInContext', 'compileFunction'],
  finds: ['require', 'import', 'getBuiltinModule', 'binding'],
  ambiguous: {
    exec: PROCESSES,
    spawn: PROCESSES,
    fork: PROCESSES,
    Command: /Deno/,
    rm: FILES,
    rmdir: FILES,
    unlink: FILES,
    rename: FILES,
    truncate: FILES,
    chmod: FILES,
    chown: FILES,
    cp: FILES,
    symlink: FILES,
    remove: FILES,
    kill: /process/,
  },
  hides:
    /process\s*\[|process\s*\.\s*(?:binding|dlopen)\b|\bglobal(?:This)?\s*\[|constructor\s*\.\s*constructor|constructor['"]\]/,
}
