import { hasChecksum } from '../checksum.ts'
import type { TokenFormat } from '../format.ts'

/** Places that keep code and packages, and what builds them. */
export const FORGES: readonly TokenFormat[] = [
  {
    kind: 'github-token',
    starts: ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'],
    rest: /[A-Za-z0-9]{36}/,
    checksum: hasChecksum,
  },
  { kind: 'github-token', starts: ['github_pat_'], rest: /[A-Za-z0-9]{22}_[A-Za-z0-9]{59}/ },
  {
    kind: 'github-token',
    starts: ['ghp_', 'ghs_', 'ghr_'],
    rest: /[A-Za-z0-9_-]{37,600}|[A-Za-z0-9_-]{2,200}(?:\.[A-Za-z0-9_-]{10,600}){1,2}/,
  },
  {
    kind: 'gitlab-token',
    starts: [
      'glpat-',
      'gldt-',
      'glrt-',
      'glcbt-',
      'glptt-',
      'glft-',
      'glsoat-',
      'glagent-',
      'gloas-',
      'glimt-',
      'glffct-',
    ],
    rest: /[A-Za-z0-9_-]{20,64}(?:\.[A-Za-z0-9_-]{2,40}){0,2}/,
  },
  { kind: 'gitlab-token', starts: ['GR1348941'], rest: /[A-Za-z0-9_-]{20}/ },
  { kind: 'atlassian-token', starts: ['ATATT3', 'ATCTT3', 'ATSTT3'], rest: /[A-Za-z0-9_=-]{56,300}/ },
  { kind: 'atlassian-token', starts: ['ATBB'], rest: /[A-Za-z0-9]{24,28}[A-F0-9]{8}/ },
  { kind: 'npm-token', starts: ['npm_'], rest: /[A-Za-z0-9]{36}/, checksum: hasChecksum },
  { kind: 'pypi-token', starts: ['pypi-'], rest: /[A-Za-z0-9_-]{60,2000}/ },
  { kind: 'rubygems-token', starts: ['rubygems_'], rest: /[a-f0-9]{48}/ },
  { kind: 'crates-token', starts: ['cio'], rest: /[A-Za-z0-9]{32}/ },
  { kind: 'nuget-token', starts: ['oy2'], rest: /[a-z0-9]{43}/ },
  { kind: 'clojars-token', starts: ['CLOJARS_'], rest: /[a-z0-9]{60}/ },
  { kind: 'docker-token', starts: ['dckr_pat_', 'dckr_oat_'], rest: /[A-Za-z0-9_-]{20,64}/ },
  { kind: 'artifactory-token', starts: ['AKCp'], rest: /[A-Za-z0-9]{69}/ },
  { kind: 'artifactory-token', starts: ['cmVmdGtu'], rest: /[A-Za-z0-9]{56}/ },
  { kind: 'buildkite-token', starts: ['bkua_'], rest: /[a-z0-9]{40}/ },
  { kind: 'circleci-token', starts: ['CCIPAT_', 'CCIPRJ_'], rest: /[A-Za-z0-9]{22}_[a-f0-9]{40}/ },
  { kind: 'sonar-token', starts: ['sqp_', 'squ_', 'sqa_'], rest: /[a-f0-9]{40}/ },
  { kind: 'sourcegraph-token', starts: ['sgp_'], rest: /(?:[a-f0-9]{16}_)?[a-f0-9]{40}/ },
  { kind: 'postman-token', starts: ['PMAK-'], rest: /[a-f0-9]{24}-[a-f0-9]{34}/ },
]
