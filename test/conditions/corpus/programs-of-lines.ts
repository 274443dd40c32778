import { locate } from '../scratch.ts'
import { corpus, type Entry } from './index.ts'

/** Lines for these are only judged: they would reach other machines, services, or files outside the scratch folder. */
const NEVER_RUN: ReadonlySet<string> = new Set(
  (
    'wget pip3 vim hg dotnet swift ansible apt apt-get at aws batch bun cargo chroot cmd concurrently convert cpan crontab cross-env deno devbox direnv ' +
    'doas docker doppler dotenv dpkg ftp gh gnuplot go gpg instaweb ipython kubectl lftp mise mutt mysql nc ncat nix nmap ' +
    'nodemon nsenter op open osascript pdb pipenv pipx pkexec pnpm podman poetry powershell psql pwsh rsync runuser ' +
    'screen ssh-copy-id su su-exec sudo systemd-inhibit systemd-run tcpdump telnet terraform torsocks uv uvx vagrant ' +
    'wine xterm yarn'
  ).split(' '),
)

/** What lines call besides the programs they are about. Nothing here deletes, and nothing here talks to a network. */
const COMMON =
  'bash sh dash rbash cat tee rev tr base64 mkdir touch cp ls grep head wc env xargs find awk sed timeout nice nohup printf'

export const PROGRAMS_OF_LINES: readonly string[] = [
  ...new Set([
    ...COMMON.split(' '),
    ...corpus().flatMap(({ needs }) => needs ?? []),
    'git',
    'npm',
    'make',
    'python3',
    'perl',
    'node',
  ]),
].filter((program) => !NEVER_RUN.has(program))

/** True when the program a line is about is here, and may be run. */
export function canRun({ needs }: Entry): boolean {
  return needs === undefined || (!NEVER_RUN.has(needs) && locate(needs) !== undefined)
}
