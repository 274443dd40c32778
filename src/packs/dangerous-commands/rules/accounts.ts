import type { Look } from '../look.ts'

const POWERFUL = /^(?:sudo|wheel|root|docker|admin|adm|shadow|disk|lxd|libvirt)$/

/** An account that becomes the administrator, or may do what one may. */
export function changesAccount({ name, texts }: Look): string | undefined {
  const groups = texts.flatMap((text) => text.replace(/^--?\w+=/, '').split(','))
  const isPowerful = groups.some((text) => POWERFUL.test(text))
  const isRoot = texts.some(
    (text, at) =>
      /^(?:-\w*o?u|--uid=?)0$/.test(text) ||
      (/^(?:-\w*u|--uid)$/.test(text) && texts[at + 1] === '0') ||
      text === '--non-unique' ||
      (/^-\w{0,40}o\w{0,40}$/.test(text) && /^(?:useradd|usermod)$/.test(name)),
  )
  const isLock = name === 'usermod' && texts.some((text) => /^-\w*[LpU]$/.test(text))
  return isPowerful || isRoot || isLock ? 'change who may do what' : undefined
}

/** Packages without which the machine does not start or no user can log in. */
const NEEDED =
  /^(?:systemd|init|libc6|glibc|musl|coreutils|util-linux|bash|dash|sudo|login|passwd|apt|dpkg|dnf|rpm|openssh-server|openssl|libssl\d.*|network-manager|ifupdown|grub.*|linux-image.*|linux-generic|kernel.*|initramfs-tools|base-files|filesystem|ubuntu-(?:desktop|minimal|server))(?::\w+)?$/

export function removesPackages({ texts }: Look): string | undefined {
  const isRemoved = texts.some((text) => /^(?:remove|purge|erase|del|autoremove|rm)$/.test(text))
  const isAsked = texts.some((text) => /^(?:-s|--simulate|--dry-run|--just-print)$/.test(text))
  const needed = isRemoved && !isAsked ? texts.find((text) => NEEDED.test(text)) : undefined
  return needed === undefined ? undefined : `remove a package that the machine needs (${needed})`
}
