import type { Word } from '../../../analyze/line.ts'
import type { Place } from '../../places/where.ts'
import type { How, Touch } from '../../touches/touch.ts'
import { takeOptions } from '../../touches/options.ts'
import { asksForHelp, hasWord, shown, type Look, type Rule } from '../look.ts'
import { changesAccount, removesPackages } from './accounts.ts'
import { foundFiles } from './found-files.ts'

/** Returns what a program would do; undefined when its arguments make it harmless. */
type Judge = (look: Look) => string | undefined

const always =
  (what: string): Judge =>
  () =>
    what
const unlessWord =
  (what: string, ...words: readonly string[]): Judge =>
  ({ texts }) =>
    hasWord(texts, ...words) ? undefined : what
const onWord =
  (what: string, pattern: RegExp): Judge =>
  ({ texts }) =>
    texts.some((text) => pattern.test(text)) ? what : undefined

const DISK = 'write a new file system or table over a disk'
const STOPS = 'stop or restart the machine'
const SERVICE =
  /^(?:stop|disable|mask|kill|isolate|poweroff|reboot|halt|kexec|rescue|emergency|suspend|hibernate|set-default)$/
const FIREWALL = 'switch off the firewall'
const REGISTRY = 'change the registry'

/** Names with blanks between them, and what is said of them. */
const ROWS: readonly (readonly [string, Judge])[] = [
  ['mkfs mke2fs mkswap mkdosfs mkntfs newfs sgdisk blkdiscard', unlessWord(DISK, '-p', '--print', '-V')],
  [
    'fdisk sfdisk cfdisk gdisk parted partprobe',
    unlessWord(DISK, '-l', '--list', 'print', '-s', '-d', '--dump'),
  ],
  ['wipefs', onWord('take the signatures off a disk', /^-\w*[ao]|^--(?:all|offset)/)],
  [
    'cryptsetup',
    onWord(
      'make the data of a disk unreadable',
      /^(?:luksFormat|erase|luksErase|luksRemoveKey|luksKillSlot|reencrypt)$/,
    ),
  ],
  ['lvremove vgremove pvremove lvreduce', always('remove a volume with its data')],
  ['zpool zfs', onWord('destroy a file system', /^(?:destroy|labelclear|rollback)$/)],
  ['mdadm', onWord('take a disk out of its array', /^--(?:zero-superblock|stop|fail|remove)$/)],
  ['hdparm nvme', onWord('erase a disk', /^(?:--security-erase|--trim-sector|format|sanitize)/)],
  ['badblocks', onWord('overwrite a disk', /^-\w*[wn]/)],
  ['diskutil', onWord(DISK, /^(?:erase\w*|partitionDisk|reformat|zeroDisk|secureErase|apfs)$/i)],
  ['format diskpart format-volume clear-disk initialize-disk remove-partition', always(DISK)],
  ['shutdown reboot halt poweroff stop-computer restart-computer', unlessWord(STOPS, '-c', '/a')],
  ['init telinit', onWord(STOPS, /^[0156S]$/)],
  ['systemctl', systemService],
  ['service rc-service', onWord('stop a service', /^stop$/)],
  ['sv', onWord('stop a service', /^(?:stop|down|exit)$/)],
  ['launchctl', onWord('stop a service', /^(?:unload|bootout|remove|disable|kill)$/)],
  ['net sc', onWord('stop or change a service or an account', /^(?:stop|delete|config|user|localgroup)$/i)],
  ['stop-service remove-service set-service disable-netadapter', always('stop a service')],
  ['kill', killedAll],
  ['pkill killall', endedAll],
  ['killall5', always('end every process')],
  ['taskkill', onWord('end every process', /^\*$/)],
  ['stop-process', stoppedAll],
  ['new-service', always('change planned programs')],
  ['remove-item ri rm del rd', onWord(REGISTRY, /^(?:registry::)?HK(?:LM|CU|CR|U|EY)\w*:/i)],
  ['iptables ip6tables', onWord(FIREWALL, /^(?:-F|--flush|-X|--delete-chain|-P|--policy)$/)],
  ['nft', onWord(FIREWALL, /^(?:flush|delete|destroy)$/)],
  ['ufw', onWord(FIREWALL, /^(?:disable|reset)$/)],
  ['firewall-cmd', onWord(FIREWALL, /^--(?:panic-on|complete-reload)/)],
  ['netsh', onWord(FIREWALL, /^(?:off|reset)$|state=off/i)],
  ['set-netfirewallprofile', always(FIREWALL)],
  ['setenforce', onWord('switch off SELinux', /^(?:0|permissive)$/i)],
  ['aa-disable aa-teardown', always('switch off AppArmor')],
  ['csrutil spctl', onWord('switch off a protection of the system', /disable/)],
  ['set-mppreference add-mppreference', onWord('switch off the virus scanner', /^-(?:disable|exclusion)/i)],
  ['set-executionpolicy', onWord('let every script run', /^(?:unrestricted|bypass)$/i)],
  ['sysctl', onWord('change a setting of the kernel', /^-\w*[wp]$|^[\w.]+=|^--(?:write|load|system)/)],
  ['crontab', scheduled],
  ['at batch', unlessWord('plan a command for later', '-l', '-c', '-V')],
  ['schtasks', onWord('change planned tasks', /^\/(?:create|delete|change)$/i)],
  ['register-scheduledtask unregister-scheduledtask', always('change planned tasks')],
  ['swapoff', onWord('switch off swap memory', /^-a$/)],
  ['umount', onWord('take file systems away', /^-\w*a|^--all$/)],
  ['userdel deluser groupdel delgroup', always('delete an account')],
  ['passwd', onWord('take away a password', /^-\w*[dl]$|^--(?:delete|lock)$/)],
  ['chpasswd visudo vipw', unlessWord('change who may do what', '-c', '--check')],
  ['usermod gpasswd useradd adduser groupmod', changesAccount],
  ['chattr', withoutLock],
  ['mount', remounted],
  ['apt apt-get aptitude dnf yum zypper apk', removesPackages],
  ['insmod rmmod kexec', always('change the running kernel')],
  ['modprobe', onWord('take a module out of the kernel', /^-\w*r|^--remove/)],
  [
    'grub-install update-grub efibootmgr bcdedit bootrec',
    unlessWord('change how the machine starts', '/enum', '-v'),
  ],
  ['vssadmin wbadmin', onWord('delete backups', /^(?:delete|resize)$/i)],
  ['wmic', onWord('delete backups or programs', /^delete$|^uninstall$/i)],
  ['tmutil', onWord('delete backups', /^(?:delete\w*|disable\w*)$/)],
  ['cipher', onWord('overwrite what was deleted', /^\/w/i)],
  ['reg', onWord(REGISTRY, /^(?:delete|add|import|restore|unload)$/i)],
  ['regedit', onWord(REGISTRY, /\.reg$|^\/s$/i)],
  [
    'remove-itemproperty set-itemproperty new-itemproperty',
    onWord(REGISTRY, /^(?:registry::)?HK(?:LM|CU|CR|U|EY)/i),
  ],
  ['dpkg', onWord('remove packages by force', /^--(?:force-\w+|purge)$/)],
  ['rpm', onWord('remove packages by force', /^--nodeps$/)],
  ['pacman', onWord('remove packages by force', /^-R\w*d/)],
  ['nvram', onWord('change how the machine starts', /^-[cd]$/)],
  ['dscl', onWord('delete an account', /^-?delete$/)],
  ['setcap', always('give a program rights of the administrator')],
  ['chsh', always('change the shell of an account')],
]

const JUDGES: ReadonlyMap<string, Judge> = new Map(
  ROWS.flatMap(([names, judge]) => names.split(' ').map((name) => [name, judge] as const)),
)

/** Programs that break the machine, and files of the system that are written. */
export const harmsSystem: Rule = (look) => {
  if (asksForHelp(look)) return undefined
  const { name } = look
  const judge = JUDGES.get(name) ?? (name.startsWith('mkfs.') ? always(DISK) : undefined)
  const what = judge?.(look) ?? touched(look)
  return what === undefined ? undefined : { category: 'system', program: name, what, instead: INSTEAD }
}

const INSTEAD = 'Let a person do it in a terminal of their own.'

/** `Get-Process | Stop-Process`. */
function stoppedAll({ texts, sources }: Look): string | undefined {
  const isAll = sources.some(({ name, words }) => /^(?:get-process|gps|ps)$/.test(name) && words.length === 1)
  return isAll || texts.includes('*') ? 'end every process' : undefined
}

function systemService({ texts }: Look): string | undefined {
  if (texts.includes('--user')) return undefined
  const verb = texts.find((text) => SERVICE.test(text))
  return verb === undefined ? undefined : `${verb} a service of the system`
}

function killedAll({ texts }: Look): string | undefined {
  if (/^-[lL]/.test(texts[0] ?? '')) return undefined
  const targets = texts
    .filter((text, at) => at > 0 || !text.startsWith('-'))
    .filter((text, at) => !(at === 0 && /^-(?:s|n)$/.test(text)))
  return targets.some((text) => text === '-1' || text === '1') &&
    texts.at(-1) !== undefined &&
    /^-?1$/.test(texts.at(-1) ?? '')
    ? 'end every process'
    : undefined
}

/** `-u` alone ends everything of a user; with a name or `-f pattern` it only narrows. */
function endedAll({ texts, args }: Look): string | undefined {
  const { operands } = takeOptions(args, { valued: '-u -U -g -G -t -s -P --signal --euid --uid --user' })
  const isAll = texts.some((text) => /^(?:\.|\.\*|-1|init|systemd)$/.test(text))
  const ofUser = texts.some((text) => /^-(?:u|U)|^--(?:euid|uid|user)/.test(text))
  return isAll || (ofUser && operands.length === 0) || texts.includes('-uroot') || texts.includes('root')
    ? 'end every process'
    : undefined
}

function scheduled({ texts, program }: Look): string | undefined {
  if (texts.some((text) => /^-\w*r/.test(text))) return 'delete every planned command'
  if (texts.some((text) => /^-\w*[le]/.test(text))) return undefined
  return texts.length > 0 || program.input.from !== 'line' ? 'replace every planned command' : undefined
}

/** `chattr`: sets or removes the attributes that keep a file of the system from being changed. */
function withoutLock({ args, place }: Look): string | undefined {
  if (!args.some(({ text }) => /^[-+=]\w*[ia]/.test(text))) return undefined
  const file = args.find((word) => !/^[-+=]/.test(word.text) && TREES[place(word)] !== undefined)
  return file === undefined ? undefined : `change who may change files ${TREES[place(file)]} (${shown(file)})`
}

function remounted({ args, texts, place }: Look): string | undefined {
  if (
    texts.some((text) => /(?:^|,)remount(?:,|$)|^--remount/.test(text)) &&
    texts.some((text) => /^\/(?:usr|boot|etc)?$/.test(text))
  )
    return 'change how the file system may be used'
  const target = args.at(-1)
  const isOver = texts.some((text) => /^(?:-B|--r?bind|--move|-M)$|(?:^|,)r?bind/.test(text))
  return isOver && target !== undefined && place(target) === 'system'
    ? `put another folder in place of one of the system (${shown(target)})`
    : undefined
}

const CHANGES: ReadonlySet<How> = new Set(['write', 'change', 'empty', 'delete', 'move', 'link', 'mode'])

function touched(look: Look): string | undefined {
  if (look.name === 'mkdir') return undefined
  for (const touch of look.touches) {
    const what = harmTo(touch, look)
    if (what !== undefined) return what
  }
  return undefined
}

function harmTo(touch: Touch, look: Look): string | undefined {
  const { file, below } = touch
  const how = touch.how === 'any' && isScripted(look) ? 'change' : touch.how
  if (how === 'mode-tree' && takesOwn(look, file)) return undefined
  if (how === 'mode-tree') return openedTree(look.place(file), shown(file))
  if (how === 'mode') return openedFile(file, look)
  if (!CHANGES.has(how)) return undefined
  if (/^\$PROFILE(?:\b|$)/i.test(file.text)) return `change a file that every shell reads (${shown(file)})`
  const place = look.place(file, how !== 'delete' && how !== 'move')
  if (place === 'device' && how !== 'link' && !file.text.startsWith('/dev/null/'))
    return `write to a device (${shown(file)})`
  if (place === 'system' && !(how === 'link' && file !== look.touches.at(-1)?.file))
    return `change a file that the system or every shell reads (${shown(file)})`
  return place === 'top' && below === true ? 'put files into the folder of the whole system' : undefined
}

/** Editors that are told what to do, and do not wait for a person. */
function isScripted({ name, texts, program }: Look): boolean {
  return (
    /^(?:vi|vim|nvim|ed|ex|emacs)$/.test(name) &&
    (program.input.from !== 'line' ||
      texts.some((text) => /^(?:-\w*[cesS]|\+.|--(?:cmd|eval|batch))/.test(text)))
  )
}

function openedFile(file: Word, look: Look): string | undefined {
  const found = foundFiles(file, look)?.find((each) => TREES[look.place(each, false)] !== undefined)
  if (found !== undefined) return openedTree(look.place(found, false), shown(found))
  if (keepsOthersOut(look, file)) return undefined
  const place = look.place(file)
  return place === 'top' || place === 'home' || place === 'system' || place === 'device'
    ? `change who may use a folder or file of the system (${shown(file)})`
    : undefined
}

/** `chmod 600 ~/.ssh/config`: ssh refuses files that others can read, so that everybody types it. */
function keepsOthersOut({ name, texts }: Look, { text }: Word): boolean {
  return (
    name === 'chmod' &&
    /^(?:0?[67]00|0?400|u=rw?x?,go=|go-rwx|go=)$/.test(texts[0] ?? '') &&
    /(?:^|\/)\.(?:ssh|gnupg|aws|kube)(?:\/[^*?/]*)?$|(?:^|\/)\.(?:netrc|pgpass)$/.test(text)
  )
}

/** `sudo chown -R $(whoami) ~/.npm`: files below the home become those of the person. */
function takesOwn({ name, texts, place }: Look, file: Word): boolean {
  const owner = texts.find((text) => !text.startsWith('-')) ?? ''
  return (
    name === 'chown' &&
    /^(?:\$\{?USER\}?|\$\(whoami\)|\$\(id -un?\)|`whoami`)(?::(?:\$\{?USER\}?|\$\(id -gn?\)|staff)?)?$/.test(
      owner,
    ) &&
    /^(?:~|\$HOME|\$\{HOME\})\/\.?\w/.test(file.text) &&
    place(file) === 'outside'
  )
}

const TREES: Partial<Record<Place, string>> = {
  top: 'of the whole file system',
  home: 'of the home folder',
  system: 'of the system',
  outside: 'outside the project',
  device: 'of devices',
  git: "of git's own folder",
}

function openedTree(place: Place, path: string): string | undefined {
  const what = TREES[place]
  return what === undefined ? undefined : `change who may use all files ${what} (${path})`
}
