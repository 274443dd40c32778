import { namesOf, startsOf, type CodeLanguage } from './language.ts'

const PROCESSES = /subprocess|asyncio|pexpect|sh\b|invoke|fabric|plumbum/
const PATHS = /pathlib|Path\b|os\b|shutil/

export const PYTHON: CodeLanguage = {
  quoting: { comment: ['#'], blocks: false, quotes: `'"`, isPython: true },
  starts: startsOf({
    text: 'system popen getoutput getstatusoutput create_subprocess_shell',
    words: 'run call check_call check_output Popen create_subprocess_exec startfile spawn',
    exec: 'execv execve execvp execvpe execl execle execlp execlpe posix_spawn posix_spawnp',
    mode: 'spawnv spawnve spawnvp spawnvpe spawnl spawnle spawnlp spawnlpe',
  }),
  touches: namesOf({
    shutil: 'rmtree move copy copy2 copyfile copytree chown',
    os: 'remove unlink rmdir removedirs rename renames replace truncate symlink link chmod lchown mkfifo kill killpg',
    Path: 'read_text read_bytes write_text write_bytes touch symlink_to hardlink_to',
    '': 'open',
    'urllib.request': 'urlopen urlretrieve',
    requests: 'post put',
  }),
  evaluates: ['exec', 'eval', 'compile'],
  finds: ['getattr', '__import__', 'import_module', 'attrgetter', 'methodcaller'],
  ambiguous: {
    run: PROCESSES,
    call: PROCESSES,
    check_call: PROCESSES,
    spawn: /pty|pexpect/,
    system: /\bos\b|posix|\bnt\b|import/,
    popen: /\bos\b|posix|import/,
    remove: /\bos\b|import\s+remove/,
    copy: /shutil/,
    move: /shutil/,
    replace: /\bos\.|Path/,
    rename: PATHS,
    unlink: PATHS,
    link: /\bos\b/,
    touch: PATHS,
    chmod: PATHS,
    kill: /\bos\b/,
    post: /requests|httpx/,
    put: /requests|httpx/,
    truncate: /\bos\b/,
    compile: /^(?!.*\bre\.compile)/s,
  },
  hides:
    /\bctypes\b|\bmarshal\b|__builtins__|__subclasses__|\b(?:globals|locals|vars)\s*\(\s*\)\s*\[|\bbuiltins\b/,
}
