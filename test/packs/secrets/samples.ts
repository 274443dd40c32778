import { checksumOf } from '../../../src/packs/secrets/detect/checksum.ts'

/** Draws characters; the same seed draws the same ones. */
export type Draw = (alphabet: string, length: number) => string

export const HEX = '0123456789abcdef'
export const DIGIT = '0123456789'
export const LOWER = 'abcdefghijklmnopqrstuvwxyz'
export const UPPER = LOWER.toUpperCase()
export const ALNUM = `${UPPER}${LOWER}${DIGIT}`
export const URL64 = `${ALNUM}_-`
export const BASE64 = `${ALNUM}+/`

export function drawer(seed: number): Draw {
  let state = seed >>> 0 || 1
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state >>> 8
  }
  return (alphabet, length) => Array.from({ length }, () => alphabet[next() % alphabet.length] ?? '').join('')
}

/** A kind and how to make one such secret. Made when a test runs, so that no scanner finds any in this repository. */
export type Sample = readonly [kind: string, make: (draw: Draw) => string]

function withChecksum(start: string, random: string): string {
  return `${start}${random}${checksumOf(random)}`
}

function uuid(draw: Draw): string {
  return [8, 4, 4, 4, 12].map((length) => draw(HEX, length)).join('-')
}

function json64(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

function pem(title: string, draw: Draw): string {
  const lines = Array.from({ length: 12 }, () => draw(BASE64, 64)).join('\n')
  return `-----BEGIN ${title}-----\n${lines}\n${draw(BASE64, 22)}==\n-----END ${title}-----`
}

export const SAMPLES: readonly Sample[] = [
  ['aws-bedrock-key', (draw) => `ABSK${draw(BASE64, 131)}A=`],
  ['cloudflare-key', (draw) => `v1.0-${draw(HEX, 24)}-${draw(HEX, 146)}`],
  [
    'teams-webhook',
    (draw) =>
      `https://x.webhook.office.com/webhookb2/${uuid(draw)}@${uuid(draw)}/IncomingWebhook/${draw(HEX, 32)}/${uuid(draw)}`,
  ],
  ['mapbox-token', (draw) => `sk.eyJ${draw(ALNUM, 80)}.${draw(ALNUM, 22)}`],
  ...['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'].map((start): Sample => [
    'github-token',
    (draw) => withChecksum(start, draw(ALNUM, 30)),
  ]),
  ['github-token', (draw) => `github_pat_${draw(ALNUM, 22)}_${draw(ALNUM, 59)}`],
  ['github-token', (draw) => `ghs_${draw(ALNUM, 80)}.${draw(URL64, 60)}.${draw(ALNUM, 60)}`],
  ...['glpat-', 'gldt-', 'glrt-', 'glptt-', 'glsoat-'].map((start): Sample => [
    'gitlab-token',
    (draw) => `${start}${draw(URL64, 19)}${draw(ALNUM, 1)}`,
  ]),
  ['gitlab-token', (draw) => `glpat-${draw(ALNUM, 27)}.01.${draw(ALNUM, 9)}`],
  ['atlassian-token', (draw) => `ATATT3${draw(URL64, 180)}=${draw(HEX, 8).toUpperCase()}`],
  ['atlassian-token', (draw) => `ATBB${draw(ALNUM, 24)}${draw('0123456789ABCDEF', 8)}`],
  ['npm-token', (draw) => withChecksum('npm_', draw(ALNUM, 30))],
  ['pypi-token', (draw) => `pypi-AgEIcHlwaS5vcmc${draw(URL64, 150)}${draw(ALNUM, 1)}`],
  ['rubygems-token', (draw) => `rubygems_${draw(HEX, 48)}`],
  ['crates-token', (draw) => `cio${draw(ALNUM, 32)}`],
  ['nuget-token', (draw) => `oy2${draw(LOWER + DIGIT, 43)}`],
  ['clojars-token', (draw) => `CLOJARS_${draw(LOWER + DIGIT, 60)}`],
  ['docker-token', (draw) => `dckr_pat_${draw(URL64, 26)}${draw(ALNUM, 1)}`],
  ['docker-token', (draw) => `dckr_oat_${draw(ALNUM, 32)}`],
  ['artifactory-token', (draw) => `AKCp${draw(ALNUM, 69)}`],
  ['buildkite-token', (draw) => `bkua_${draw(LOWER + DIGIT, 40)}`],
  ['circleci-token', (draw) => `CCIPAT_${draw(ALNUM, 22)}_${draw(HEX, 40)}`],
  ['sonar-token', (draw) => `squ_${draw(HEX, 40)}`],
  ['sourcegraph-token', (draw) => `sgp_${draw(HEX, 40)}`],
  ['postman-token', (draw) => `PMAK-${draw(HEX, 24)}-${draw(HEX, 34)}`],
  ['aws-access-key', (draw) => `AKIA${draw(`${UPPER}234567`, 16)}`],
  ['aws-access-key', (draw) => `ASIA${draw(`${UPPER}234567`, 16)}`],
  ['gcp-api-key', (draw) => `AIza${draw(URL64, 34)}${draw(ALNUM, 1)}`],
  ['google-oauth', (draw) => `ya29.${draw(URL64, 120)}${draw(ALNUM, 1)}`],
  ['google-oauth', (draw) => `GOCSPX-${draw(ALNUM, 28)}`],
  ['google-oauth', (draw) => `1//0${draw(URL64, 60)}${draw(ALNUM, 1)}`],
  [
    'azure-storage-key',
    (draw) => `DefaultEndpointsProtocol=https;AccountName=shop;AccountKey=${draw(BASE64, 86)}==;`,
  ],
  [
    'azure-connection',
    (draw) => `Endpoint=sb://shop/;SharedAccessKeyName=Root;SharedAccessKey=${draw(BASE64, 43)}=`,
  ],
  [
    'azure-sas',
    (draw) => `https://shop.blob.core.windows.net/x?sv=2024-11-04&sp=r&sig=${draw(ALNUM, 43)}%3D`,
  ],
  ['azure-client-secret', (draw) => `${draw(ALNUM, 3)}8Q~${draw(ALNUM, 34)}`],
  ['azure-devops-token', (draw) => `${draw(ALNUM, 76)}AZDO${draw(ALNUM, 4)}`],
  ['digitalocean-token', (draw) => `dop_v1_${draw(HEX, 64)}`],
  ['heroku-key', (draw) => `HRKU-${draw(ALNUM, 58)}`],
  ['vault-token', (draw) => `hvs.${draw(URL64, 90)}${draw(ALNUM, 1)}`],
  ['vault-token', (draw) => `hvb.${draw(ALNUM, 130)}`],
  ['terraform-token', (draw) => `${draw(ALNUM, 14)}.atlasv1.${draw(ALNUM, 67)}`],
  ['databricks-token', (draw) => `dapi${draw(HEX, 32)}`],
  ['databricks-token', (draw) => `dapi${draw(HEX, 32)}-2`],
  ['doppler-token', (draw) => `dp.pt.${draw(ALNUM, 43)}`],
  ['fly-token', (draw) => `fm2_${draw(BASE64, 200)}`],
  ['netlify-token', (draw) => `nfp_${draw(ALNUM, 36)}`],
  ['vercel-token', (draw) => `vcp_${draw(ALNUM, 56)}`],
  ['supabase-token', (draw) => `sbp_${draw(HEX, 40)}`],
  ['supabase-token', (draw) => `sb_secret_${draw(ALNUM, 22)}_${draw(ALNUM, 8)}`],
  ['planetscale-token', (draw) => `pscale_tkn_${draw(ALNUM, 43)}`],
  ['pulumi-token', (draw) => `pul-${draw(HEX, 40)}`],
  ['tailscale-key', (draw) => `tskey-auth-${draw(ALNUM, 17)}-${draw(ALNUM, 32)}`],
  ['alibaba-key', (draw) => `LTAI${draw(ALNUM, 20)}`],
  ['prefect-token', (draw) => `pnu_${draw(ALNUM, 36)}`],
  ['dynatrace-token', (draw) => `dt0c01.${draw(UPPER + DIGIT, 24)}.${draw(UPPER + DIGIT, 64)}`],
  ['onepassword-token', (draw) => `ops_eyJ${draw(URL64, 300)}`],
  ['anthropic-key', (draw) => `sk-ant-api03-${draw(URL64, 93)}AA`],
  ['anthropic-key', (draw) => `sk-ant-admin01-${draw(URL64, 93)}AA`],
  ['anthropic-key', (draw) => `sk-ant-oat01-${draw(URL64, 93)}AA`],
  ['openrouter-key', (draw) => `sk-or-v1-${draw(HEX, 64)}`],
  ['langfuse-key', (draw) => `sk-lf-${uuid(draw)}`],
  ['openai-key', (draw) => `sk-proj-${draw(URL64, 74)}T3BlbkFJ${draw(URL64, 73)}A`],
  ['openai-key', (draw) => `sk-svcacct-${draw(URL64, 74)}T3BlbkFJ${draw(URL64, 73)}A`],
  ['openai-key', (draw) => `sk-${draw(ALNUM, 20)}T3BlbkFJ${draw(ALNUM, 20)}`],
  ['groq-key', (draw) => `gsk_${draw(ALNUM, 52)}`],
  ['xai-key', (draw) => `xai-${draw(ALNUM, 80)}`],
  ['perplexity-key', (draw) => `pplx-${draw(ALNUM, 48)}`],
  ['replicate-token', (draw) => `r8_${draw(ALNUM, 37)}`],
  ['huggingface-token', (draw) => `hf_${draw(UPPER + LOWER, 34)}`],
  ['fireworks-key', (draw) => `fw_${draw(ALNUM, 24)}`],
  ['cerebras-key', (draw) => `csk-${draw(LOWER + DIGIT, 48)}`],
  ['pinecone-key', (draw) => `pcsk_${draw(ALNUM, 6)}_${draw(ALNUM, 63)}`],
  ['langsmith-key', (draw) => `lsv2_pt_${draw(HEX, 32)}_${draw(HEX, 10)}`],
  ['nvidia-key', (draw) => `nvapi-${draw(URL64, 63)}A`],
  ['slack-token', (draw) => `xoxb-${draw(DIGIT, 12)}-${draw(DIGIT, 13)}-${draw(ALNUM, 24)}`],
  ['slack-token', (draw) => `xoxp-${draw(DIGIT, 12)}-${draw(DIGIT, 12)}-${draw(DIGIT, 13)}-${draw(HEX, 32)}`],
  ['slack-token', (draw) => `xapp-1-A${draw(UPPER + DIGIT, 10)}-${draw(DIGIT, 13)}-${draw(HEX, 64)}`],
  [
    'slack-webhook',
    (draw) => `https://hooks.slack.com/services/T${draw(UPPER, 10)}/B${draw(UPPER, 10)}/${draw(ALNUM, 24)}`,
  ],
  ['discord-webhook', (draw) => `https://discord.com/api/webhooks/1${draw(DIGIT, 18)}/${draw(URL64, 67)}A`],
  ['discord-token', (draw) => `MT${draw(ALNUM, 24)}.G${draw(ALNUM, 5)}.${draw(URL64, 37)}A`],
  ['stripe-key', (draw) => `sk_live_${draw(ALNUM, 99)}`],
  ['stripe-key', (draw) => `rk_live_${draw(ALNUM, 24)}`],
  ['stripe-webhook', (draw) => `whsec_${draw(ALNUM, 32)}`],
  ['square-token', (draw) => `sq0atp-${draw(ALNUM, 22)}`],
  ['square-token', (draw) => `sq0csp-${draw(ALNUM, 43)}`],
  ['shopify-token', (draw) => `shpat_${draw(HEX, 32)}`],
  ['shopify-token', (draw) => `shpss_${draw(HEX, 32)}`],
  ['braintree-token', (draw) => `access_token$production$${draw(LOWER + DIGIT, 16)}$${draw(HEX, 32)}`],
  ['plaid-token', (draw) => `access-production-${uuid(draw)}`],
  ['razorpay-key', (draw) => `rzp_live_${draw(ALNUM, 14)}`],
  ['flutterwave-key', (draw) => `FLWSECK-${draw(HEX, 32)}-X`],
  ['easypost-key', (draw) => `EZAK${draw(ALNUM, 54)}`],
  ['shippo-key', (draw) => `shippo_live_${draw(HEX, 40)}`],
  ['twilio-key', (draw) => `SK${draw(HEX, 32)}`],
  ['sendgrid-key', (draw) => `SG.${draw(URL64, 22)}.${draw(URL64, 42)}A`],
  ['sendinblue-key', (draw) => `xkeysib-${draw(HEX, 64)}-${draw(ALNUM, 16)}`],
  ['mailgun-key', (draw) => `key-${draw(HEX, 32)}`],
  ['mailchimp-key', (draw) => `${draw(HEX, 32)}-us12`],
  ['telegram-token', (draw) => `${draw('123456789', 10)}:AA${draw(URL64, 33)}`],
  [
    'telegram-token',
    (draw) => `https://api.telegram.org/bot${draw('123456789', 9)}:AA${draw(URL64, 33)}/getMe`,
  ],
  ['linear-key', (draw) => `lin_api_${draw(ALNUM, 40)}`],
  ['notion-token', (draw) => `ntn_${draw(ALNUM, 46)}`],
  ['notion-token', (draw) => `secret_${draw(ALNUM, 43)}`],
  ['figma-token', (draw) => `figd_${draw(URL64, 39)}A`],
  ['airtable-token', (draw) => `pat${draw(ALNUM, 14)}.${draw(HEX, 64)}`],
  ['typeform-token', (draw) => `tfp_${draw(ALNUM, 44)}_${draw(ALNUM, 14)}`],
  ['hubspot-token', (draw) => `pat-na1-${uuid(draw)}`],
  ['contentful-token', (draw) => `CFPAT-${draw(ALNUM, 43)}`],
  ['dropbox-token', (draw) => `sl.${draw(URL64, 139)}A`],
  ['readme-key', (draw) => `rdme_${draw(LOWER + DIGIT, 70)}`],
  ['sentry-token', (draw) => `sntrys_eyJ${draw(BASE64, 120)}_${draw(ALNUM, 43)}`],
  ['sentry-token', (draw) => `sntryu_${draw(HEX, 64)}`],
  ['newrelic-key', (draw) => `NRAK-${draw(UPPER + DIGIT, 27)}`],
  ['newrelic-key', (draw) => `${draw(HEX, 36)}NRAL`],
  ['grafana-token', (draw) => `glsa_${draw(ALNUM, 32)}_${draw(HEX, 8)}`],
  ['facebook-token', (draw) => `EAAG${draw(ALNUM, 150)}`],
  [
    'jwt',
    (draw) => `${json64({ alg: 'HS256', typ: 'JWT' })}.${json64({ sub: draw(HEX, 12) })}.${draw(URL64, 43)}`,
  ],
  [
    'jwt',
    (draw) =>
      `${json64({ alg: 'RS256', kid: draw(HEX, 8) })}.${json64({ iss: 'kubernetes/serviceaccount', n: draw(ALNUM, 20) })}.${draw(URL64, 342)}`,
  ],
  ['age-key', (draw) => `AGE-SECRET-KEY-1${draw('QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L', 58)}`],
  ['authorization', (draw) => `curl -H "Authorization: Bearer ${draw(ALNUM, 40)}" https://api.shop.dev`],
  ['netrc', (draw) => `machine api.shop.dev login me password ${draw(ALNUM, 20)}`],
  ['netrc', (draw) => `machine api.shop.dev\n  login me\n  password ${draw(ALNUM, 20)}\n`],
  ['password', (draw) => `sshpass -p ${draw(ALNUM, 12)} ssh root@shop.dev`],
  ...[
    'RSA PRIVATE KEY',
    'PRIVATE KEY',
    'EC PRIVATE KEY',
    'OPENSSH PRIVATE KEY',
    'ENCRYPTED PRIVATE KEY',
    'PGP PRIVATE KEY BLOCK',
  ].map((title): Sample => ['private-key', (draw) => pem(title, draw)]),
  [
    'private-key',
    (draw) => JSON.stringify({ type: 'service_account', private_key: pem('PRIVATE KEY', draw) }),
  ],
  ['private-key', (draw) => pem('RSA PRIVATE KEY', draw).slice(0, 300)],
  [
    'private-key',
    (draw) => `client-key-data: ${Buffer.from(pem('RSA PRIVATE KEY', draw)).toString('base64')}`,
  ],
  [
    'private-key',
    (draw) =>
      `PuTTY-User-Key-File-3: ssh-ed25519\nEncryption: none\nPrivate-Lines: 2\n${draw(BASE64, 64)}\n${draw(BASE64, 40)}\n`,
  ],
  ['url-password', (draw) => `postgres://shop:${draw(ALNUM, 16)}@db.shop.dev:5432/shop`],
  ['url-password', (draw) => `mongodb+srv://shop:${draw(ALNUM, 12)}@cluster0.abcde.mongodb.net`],
  ['url-password', (draw) => `redis://:${draw(HEX, 32)}@cache.shop.dev`],
  ['url-password', (draw) => `git clone https://me:${draw(ALNUM, 24)}@git.shop.dev/x.git`],
  ['url-password', (draw) => `HTTPS_PROXY=http://me:${draw(ALNUM, 10)}@proxy.shop.dev:3128`],
]

/** Values beside names that promise a secret. */
export const NAMED_SAMPLES: readonly Sample[] = [
  ['password', (draw) => `DB_PASSWORD=${draw(ALNUM, 16)}`],
  ['password', (draw) => `export PGPASSWORD='${draw(ALNUM, 12)}!x'`],
  ['password', (draw) => `const dbPassword = "${draw(ALNUM, 14)}"`],
  ['password', (draw) => `  password: ${draw(ALNUM, 20)}\n`],
  ['password', (draw) => `"password": "${draw(ALNUM, 14)}#1"`],
  ['password', (draw) => `Server=db;Database=shop;User Id=sa;Password=${draw(ALNUM, 15)};`],
  ['password', (draw) => `<password>${draw(ALNUM, 18)}</password>`],
  ['password', (draw) => `mysqldump --password=${draw(ALNUM, 16)} shop`],
  ['password', (draw) => `tool login --password ${draw(ALNUM, 16)}`],
  ['password', (draw) => `PASSWORD_PROD=${draw(ALNUM, 16)}`],
  ['password', (draw) => `setPassword("${draw(ALNUM, 16)}")`],
  ['password', (draw) => `password: string = "${draw(ALNUM, 16)}"`],
  ['password', (draw) => `curl -u deploy:${draw(ALNUM, 16)} https://shop.dev`],
  ['named-secret', (draw) => `api_key = "${draw(HEX, 32)}"`],
  ['named-secret', (draw) => `API_KEY=${draw(ALNUM, 32)}`],
  ['named-secret', (draw) => `apiKey: '${draw(ALNUM, 40)}',`],
  ['named-secret', (draw) => `"client_secret": "${draw(URL64, 40)}"`],
  ['named-secret', (draw) => `\\"client_secret\\": \\"${draw(ALNUM, 40)}\\"`],
  ['named-secret', (draw) => `SECRET_KEY = '${draw(ALNUM, 50)}'`],
  ['named-secret', (draw) => `secret_key_base: ${draw(HEX, 128)}`],
  ['named-secret', (draw) => `aws_secret_access_key = ${draw(BASE64, 39)}A`],
  ['named-secret', (draw) => `DD_API_KEY=${draw(HEX, 32)} datadog-agent`],
  ['named-secret', (draw) => `dd_app_key: ${draw(HEX, 40)}`],
  ['named-secret', (draw) => `//registry.shop.dev/:_authToken=${draw(ALNUM, 40)}`],
  ['named-secret', (draw) => `curl -H "X-Api-Key: ${draw(ALNUM, 32)}" https://shop.dev`],
  ['named-secret', (draw) => `Authorization: Basic ${draw(ALNUM, 32)}`],
  ['named-secret', (draw) => `Authorization: token ${draw(HEX, 40)}`],
  ['named-secret', (draw) => `TWILIO_AUTH_TOKEN=${draw(HEX, 32)}`],
  ['named-secret', (draw) => `tool deploy --token ${draw(ALNUM, 32)}`],
  ['named-secret', (draw) => `os.environ.setdefault("API_TOKEN", "${draw(ALNUM, 32)}")`],
  ['named-secret', (draw) => `config["api_token"] = "${draw(ALNUM, 32)}"`],
  ['named-secret', (draw) => `api_token := "${draw(ALNUM, 32)}"`],
  ['named-secret', (draw) => `:api_token => "${draw(ALNUM, 32)}"`],
  ['named-secret', (draw) => `https://shop.dev/x?page=2&access_token=${draw(ALNUM, 32)}&y=1`],
  ['named-secret', (draw) => `WEBHOOK_SECRET="${draw(ALNUM, 32)}"`],
  ['named-secret', (draw) => `JWT_SECRET=${draw(BASE64, 43)}=`],
  ['named-secret', (draw) => `encryptionKey: "${draw(BASE64, 43)}="`],
]
