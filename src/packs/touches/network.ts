import type { Word } from '../../analyze/line.ts'
import { has, restOf, takeOptions, valuesOf, type Taken } from './options.ts'
import { each, literal, type Touch, type Toucher } from './touch.ts'

const CURL =
  '-X --request -H --header -d --data --data-raw --data-binary --data-urlencode --data-ascii -o --output --output-dir -T ' +
  '--upload-file -F --form --form-string -u --user -A --user-agent -e --referer -b --cookie -c --cookie-jar -x --proxy -m ' +
  '--max-time --connect-timeout --retry --retry-delay --retry-max-time -w --write-out -K --config -E --cert --key --cacert ' +
  '--capath -r --range --resolve --limit-rate -D --dump-header --json --url --netrc-file -C --continue-at --trace ' +
  '--trace-ascii --stderr --unix-socket --interface -P --ftp-port -y -Y -z -t -U --proxy-user --max-redirs --url-query'

/** Reads the options of curl. */
export function curlOptions(args: readonly Word[]): Taken {
  return takeOptions(args, { valued: CURL })
}

/** Files whose content curl sends: `-d @f`, `-F x=@f`, `-T f`. */
export function sentByCurl(taken: Taken): readonly Word[] {
  const data = valuesOf(
    taken,
    '-d',
    '--data',
    '--data-binary',
    '--data-ascii',
    '--json',
    '--data-urlencode',
    '--url-query',
  )
  const forms = valuesOf(taken, '-F', '--form')
  return [
    ...data.flatMap((word) => behind(word, /^(?:[^=@]{0,200})@/)),
    ...forms.flatMap((word) => behind(word, /^[^=]{0,200}=[@<]/)),
    ...valuesOf(taken, '-T', '--upload-file').filter(({ text }) => text !== '-'),
  ]
}

function behind(word: Word, start: RegExp): readonly Word[] {
  const [found] = start.exec(word.text) ?? []
  if (found === undefined || found.length === word.text.length) return []
  const file = restOf(word, found.length)
  const end = file.text.indexOf(';')
  return file.text === '-'
    ? []
    : [end === -1 ? file : { ...file, text: file.text.slice(0, end), shape: file.shape.split(';')[0] ?? '' }]
}

export const curl: Toucher = (args) => {
  const taken = curlOptions(args)
  const folder = valuesOf(taken, '--output-dir').at(-1)
  const named = has(taken, '-O', '--remote-name', '--remote-name-all') ? taken.operands : []
  return [
    ...each('read', [
      ...sentByCurl(taken),
      ...valuesOf(taken, '-K', '--config', '--netrc-file', '-b', '--cookie'),
      ...[...taken.operands, ...valuesOf(taken, '--url')].filter(({ text }) => /^file:/i.test(text)),
    ]),
    ...each('load', valuesOf(taken, '-E', '--cert', '--key', '--cacert')),
    ...each(
      'write',
      valuesOf(
        taken,
        '-o',
        '--output',
        '-c',
        '--cookie-jar',
        '-D',
        '--dump-header',
        '--trace',
        '--trace-ascii',
        '--stderr',
      ),
    ),
    ...each(
      'write',
      named.flatMap((url) => (named.length === 0 ? [] : [fileOfUrl(url, folder)])),
    ),
  ]
}

/** The name that a download gets from its address. */
function fileOfUrl(url: Word, folder: Word | undefined): Word {
  const name =
    url.text
      .replace(/[?#].*$/s, '')
      .split('/')
      .at(-1) ?? ''
  const file = literal(folder === undefined ? name || 'index.html' : `${folder.text}/${name}`)
  return url.known ? file : { ...file, known: false, shape: '*' }
}

const WGET =
  '-O --output-document -o --output-file -a --append-output -P --directory-prefix -i --input-file -U --user-agent --header -t ' +
  '--tries -T --timeout -w --wait --post-data --post-file --body-data --body-file --method -l --level -A --accept -R --reject ' +
  '-D --domains -e --execute --user --password --load-cookies --save-cookies --certificate --private-key --ca-certificate -B -Q'

/** Reads the options of wget. */
export function wgetOptions(args: readonly Word[]): Taken {
  return takeOptions(args, { valued: WGET })
}

export const wget: Toucher = (args) => {
  const taken = wgetOptions(args)
  const output = valuesOf(taken, '-O', '--output-document')
  const folder = valuesOf(taken, '-P', '--directory-prefix').at(-1)
  return [
    ...each('read', valuesOf(taken, '--post-file', '--body-file', '-i', '--input-file', '--load-cookies')),
    ...each('load', valuesOf(taken, '--certificate', '--private-key', '--ca-certificate')),
    ...each('write', [
      ...output,
      ...valuesOf(taken, '-o', '--output-file', '-a', '--append-output', '--save-cookies'),
    ]),
    ...(output.length > 0
      ? []
      : each(
          'write',
          taken.operands.map((url) => fileOfUrl(url, folder)),
        )),
  ]
}

/** `-v host:container` and `--mount source=…`: what is inside may read and change what is mounted. */
export const mounted: Toucher = (args) => {
  const taken = takeOptions(args, {
    valued: '-v --volume --mount --env-file -e --env -w --name --network -p --entrypoint -u --user',
  })
  const volumes = valuesOf(taken, '-v', '--volume').flatMap((word): readonly Touch[] => {
    const end = word.text.indexOf(':', /^[A-Za-z]:[\\/]/.test(word.text) ? 2 : 0)
    const source = end === -1 ? word.text : word.text.slice(0, end)
    if (!/[\\/~.$]/.test(source)) return []
    const how = /:ro\b/.test(word.text) ? 'read' : 'any'
    return [{ how, file: { ...word, text: source, shape: word.shape.split(':')[0] ?? '' }, below: true }]
  })
  const mounts = valuesOf(taken, '--mount').flatMap((word): readonly Touch[] => {
    const [, source] = /(?:^|,)(?:src|source)=([^,]+)/.exec(word.text) ?? []
    if (source === undefined || /type=(?:volume|tmpfs)/.test(word.text)) return []
    const how = /readonly|(?:^|,)ro\b/.test(word.text) ? 'read' : 'any'
    return [
      { how, file: { ...literal(source), known: word.known, shape: word.known ? source : '*' }, below: true },
    ]
  })
  return [...volumes, ...mounts, ...each('load', valuesOf(taken, '--env-file'))]
}

/** `docker cp here container:there` and back. */
export const dockerCopies: Toucher = (args) => {
  const { operands } = takeOptions(args)
  if (operands[0]?.text !== 'cp' && operands[1]?.text !== 'cp') return []
  const [source, target] = operands.slice(-2)
  const isHere = (word: Word | undefined): boolean => word !== undefined && !/^[\w.-]{2,}:/.test(word.text)
  return [
    ...(isHere(source) ? each('read', [source]) : []),
    ...(isHere(target) ? each('write', [target]) : []),
  ]
}
