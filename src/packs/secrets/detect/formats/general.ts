import type { TokenFormat } from '../format.ts'

/** Forms of a credential that no single service owns. */
export const GENERAL: readonly TokenFormat[] = [
  {
    kind: 'jwt',
    starts: ['eyJ'],
    rest: /[A-Za-z0-9_-]{8,8192}\.eyJ[A-Za-z0-9_-]{8,8192}\.[A-Za-z0-9_-]{16,8192}/,
  },
  { kind: 'age-key', starts: ['AGE-SECRET-KEY-1', 'AGE-PLUGIN-'], rest: /[A-Z0-9]{58,80}/ },
  // A PEM block with a private key, once more in base64, as a kubeconfig has it.
  {
    kind: 'private-key',
    starts: [
      'LS0tLS1CRUdJTiBSU0EgUFJJVkFURSBLRVkt',
      'LS0tLS1CRUdJTiBQUklWQVRFIEtFWS0t',
      'LS0tLS1CRUdJTiBFQyBQUklWQVRFIEtFWS0t',
      'LS0tLS1CRUdJTiBPUEVOU1NIIFBSSVZBVEUgS0VZ',
    ],
    rest: /[A-Za-z0-9+/]{60,16384}={0,2}/,
  },
  {
    kind: 'authorization',
    starts: ['Bearer ', 'bearer ', 'BEARER '],
    rest: /([A-Za-z0-9_.~+/-]{20,4096}={0,2})/,
    random: true,
  },
  {
    kind: 'netrc',
    starts: ['machine '],
    rest: /[^\s]{1,200}\s{1,8}login\s{1,8}[^\s]{1,200}\s{1,8}password\s{1,8}([^\s]{4,200})/,
  },
  { kind: 'password', starts: ['sshpass -p'], rest: /\s{0,4}["']?([^\s"'$<]{6,128})/ },
]
