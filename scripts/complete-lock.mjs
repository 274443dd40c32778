// Adds the platform packages that a partial registry mirror left out of package-lock.json. `npm ci` refuses a lock file
// in which an optional dependency is missing, even one for another platform. Run it after every change of dependencies.
import { readFileSync, writeFileSync } from 'node:fs'

const file = new URL('../package-lock.json', import.meta.url)
const lock = JSON.parse(readFileSync(file, 'utf8'))
const { packages } = lock

/** Words in a binary package's name that say where it runs. */
const SYSTEMS = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'openbsd',
  'netbsd',
  'openharmony',
  'sunos',
  'wasm32',
  'win32',
]
const PROCESSORS = ['arm64', 'arm', 'ia32', 'ppc64', 'riscv64', 's390x', 'x64', 'loong64', 'mips64el']

const LIBC = { gnu: 'glibc', musl: 'musl' }

for (const [owner, entry] of Object.entries(packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const exact = /^\d/.test(version)
    if (!exact || placesFor(owner, name).some((place) => packages[place]?.version === version)) continue
    const place = placesFor(owner, name).findLast((each) => packages[each] === undefined)
    packages[place] = { version, ...platformOf(name), dev: true, optional: true }
    console.log(`added ${place} ${version}`)
  }
}

lock.packages = Object.fromEntries(Object.entries(packages).toSorted(([a], [b]) => (a < b ? -1 : 1)))
writeFileSync(file, `${JSON.stringify(lock, undefined, 2)}\n`)

/** Where npm looks for a dependency of the package at `owner`, nearest first. */
function placesFor(owner, name) {
  const folders = owner.split(/\/?node_modules\//).filter((part) => part !== '')
  const parents = folders.map((_, depth) =>
    folders
      .slice(0, depth + 1)
      .map((part) => `node_modules/${part}`)
      .join('/'),
  )
  return [...parents.toReversed().map((parent) => `${parent}/node_modules/${name}`), `node_modules/${name}`]
}

function platformOf(name) {
  const words = name.split(/[/-]/)
  const os = SYSTEMS.find((system) => words.includes(system))
  const cpu = PROCESSORS.find(
    (processor) => words.includes(processor) || words.some((word) => word.startsWith(processor)),
  )
  if (os === undefined) throw new Error(`${name} does not say where it runs`)
  const libc = words.find((word) => word === 'musl' || word === 'gnu')
  return { ...(cpu && { cpu: [cpu] }), ...(libc && { libc: [LIBC[libc]] }), os: [os] }
}
