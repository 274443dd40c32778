import type { InnerFormat, TokenFormat } from '../format.ts'

/** Clouds, hosting, infrastructure and databases. */
export const CLOUDS: readonly TokenFormat[] = [
  { kind: 'aws-access-key', starts: ['AKIA', 'ASIA', 'ABIA', 'ACCA'], rest: /[A-Z2-7]{16}/ },
  { kind: 'aws-bedrock-key', starts: ['ABSK'], rest: /[A-Za-z0-9+/]{109,269}={0,2}/ },
  { kind: 'gcp-api-key', starts: ['AIza'], rest: /[A-Za-z0-9_-]{35}/ },
  { kind: 'google-oauth', starts: ['ya29.'], rest: /[A-Za-z0-9_-]{20,1000}/ },
  { kind: 'google-oauth', starts: ['GOCSPX-'], rest: /[A-Za-z0-9_-]{28}/ },
  { kind: 'google-oauth', starts: ['1//0'], rest: /[A-Za-z0-9_-]{40,200}/ },
  { kind: 'azure-storage-key', starts: ['AccountKey='], rest: /([A-Za-z0-9+/]{86}==)/ },
  { kind: 'azure-connection', starts: ['SharedAccessKey='], rest: /([A-Za-z0-9+/]{43}=)/ },
  { kind: 'azure-sas', starts: ['sig='], rest: /([A-Za-z0-9%+/]{43,64}(?:%3[Dd]|=))/ },
  { kind: 'digitalocean-token', starts: ['dop_v1_', 'doo_v1_', 'dor_v1_'], rest: /[a-f0-9]{64}/ },
  { kind: 'heroku-key', starts: ['HRKU-'], rest: /[A-Za-z0-9_-]{36,64}/ },
  { kind: 'vault-token', starts: ['hvs.', 'hvb.', 'hvr.'], rest: /[A-Za-z0-9_-]{24,300}/ },
  { kind: 'databricks-token', starts: ['dapi'], rest: /[a-f0-9]{32}(?:-\d)?/ },
  { kind: 'doppler-token', starts: ['dp.pt.', 'dp.st.', 'dp.ct.', 'dp.sa.'], rest: /[A-Za-z0-9_.-]{40,60}/ },
  { kind: 'fly-token', starts: ['fm1r_', 'fm2_', 'fo1_'], rest: /[A-Za-z0-9+/=_-]{40,600}/ },
  { kind: 'netlify-token', starts: ['nfp_'], rest: /[A-Za-z0-9]{36}/ },
  { kind: 'vercel-token', starts: ['vcp_', 'vck_', 'vci_'], rest: /[A-Za-z0-9]{24,64}/ },
  { kind: 'supabase-token', starts: ['sbp_', 'sbp_v0_'], rest: /[a-f0-9]{40}/ },
  { kind: 'supabase-token', starts: ['sb_secret_'], rest: /[A-Za-z0-9_-]{20,64}/ },
  {
    kind: 'planetscale-token',
    starts: ['pscale_tkn_', 'pscale_pw_', 'pscale_oauth_'],
    rest: /[A-Za-z0-9_.=-]{32,64}/,
  },
  { kind: 'pulumi-token', starts: ['pul-'], rest: /[a-f0-9]{40}/ },
  { kind: 'tailscale-key', starts: ['tskey-'], rest: /[a-z]+-[A-Za-z0-9]{6,32}-[A-Za-z0-9]{16,64}/ },
  { kind: 'alibaba-key', starts: ['LTAI'], rest: /[A-Za-z0-9]{20}/ },
  { kind: 'prefect-token', starts: ['pnu_', 'pnb_'], rest: /[A-Za-z0-9]{36}/ },
  { kind: 'cloudflare-key', starts: ['v1.0-'], rest: /[a-f0-9]{24}-[a-f0-9]{146}/ },
  { kind: 'dynatrace-token', starts: ['dt0c01.'], rest: /[A-Z0-9]{24}\.[A-Z0-9]{64}/ },
  { kind: 'onepassword-token', starts: ['ops_eyJ'], rest: /[A-Za-z0-9+/_-]{100,4000}={0,2}/ },
]

export const INNER_CLOUDS: readonly InnerFormat[] = [
  {
    kind: 'azure-client-secret',
    inner: 'Q~',
    before: /(?<![A-Za-z0-9_~.-])[A-Za-z0-9_~.]{3}\d$/,
    reach: 5,
    after: /[A-Za-z0-9_~.-]{31,34}(?![A-Za-z0-9_~.-])/,
  },
  {
    kind: 'azure-devops-token',
    inner: 'AZDO',
    before: /(?<![A-Za-z0-9])[A-Za-z0-9]{76}$/,
    reach: 77,
    after: /[A-Za-z0-9]{4}(?![A-Za-z0-9])/,
  },
  {
    kind: 'terraform-token',
    inner: '.atlasv1.',
    before: /(?<![A-Za-z0-9])[A-Za-z0-9]{14}$/,
    reach: 15,
    after: /[A-Za-z0-9_=-]{60,70}(?![A-Za-z0-9])/,
  },
]
