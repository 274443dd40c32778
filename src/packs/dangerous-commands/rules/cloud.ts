import { takeOptions } from '../../touches/options.ts'
import { asksForHelp, hasWord, type Look, type Rule } from '../look.ts'

/** A command of a cloud or cluster tool, by its operands. */
type Row = {
  /** Names of the program with blanks between them. */
  readonly names: string
  /** The operands joined with blanks, from the first one on. */
  readonly fits: RegExp
  /** One of these words has to be there too. */
  readonly needs?: RegExp
  readonly what: string
}

const AWS_DELETES =
  /^[\w-]+ (?:delete|terminate|remove|deregister|purge|destroy|schedule-key-deletion|disable-key|release-address|detach-and-delete|batch-delete|empty)[\w-]*/

const ROWS: readonly Row[] = [
  {
    names: 'terraform tofu terragrunt',
    fits: /^(?:run-all )?destroy\b|^apply\b.*\bdestroy\b/,
    what: 'destroy everything that the configuration describes',
  },
  {
    names: 'terraform tofu terragrunt',
    fits: /^(?:run-all )?apply\b/,
    needs: /^-{1,2}(?:destroy|auto-approve)/,
    what: 'change or destroy real infrastructure without a question',
  },
  {
    names: 'terraform tofu',
    fits: /^(?:state (?:rm|push|replace-provider)|workspace delete|force-unlock|taint)\b/,
    what: 'change what is known of real infrastructure',
  },
  {
    names: 'pulumi',
    fits: /^(?:destroy|down|stack rm|state delete|cancel)\b/,
    what: 'destroy everything that the stack describes',
  },
  { names: 'cdk cdktf', fits: /^destroy\b/, what: 'destroy the stack' },
  { names: 'serverless sls sst', fits: /^remove\b/, what: 'remove what is deployed' },
  {
    names: 'sam copilot eb',
    fits: /^(?:delete|app delete|svc delete|env delete|terminate)\b/,
    what: 'delete what is deployed',
  },
  { names: 'ansible', fits: /\bstate=absent\b/, what: 'remove something from other machines' },
  {
    names: 'kubectl oc k',
    fits: /^(?:delete|drain|adm drain|replace)\b/,
    what: 'delete something from the cluster',
  },
  {
    names: 'kubectl oc k',
    fits: /^scale\b/,
    needs: /^--replicas=0$|^0$/,
    what: 'stop everything of a workload',
  },
  {
    names: 'kubectl oc k',
    fits: /^(?:apply|prune)\b/,
    needs: /^--prune/,
    what: 'delete from the cluster what is not in the files',
  },
  {
    names: 'helm helmfile',
    fits: /^(?:uninstall|delete|del|un|destroy)\b/,
    what: 'remove a release with its data',
  },
  {
    names: 'flux argocd',
    fits: /^(?:uninstall|delete|app delete|cluster rm|proj delete|repo rm)\b/,
    what: 'remove what is deployed',
  },
  {
    names: 'eksctl kops minikube kind k3d gke',
    fits: /^(?:delete|cluster delete)\b/,
    what: 'delete a cluster',
  },
  {
    names: 'docker podman nerdctl',
    fits: /^(?:volume (?:rm|remove|prune)|system (?:prune|reset)|swarm leave|stack (?:rm|down|remove)|service rm|secret rm)\b/,
    what: 'delete volumes or services with their data',
  },
  {
    names: 'docker podman nerdctl',
    fits: /^(?:container|image|network|builder|buildx) prune\b/,
    needs: /^-{1,2}(?:a|all|volumes)$|^-\w{0,40}a\w{0,40}$/,
    what: 'delete everything that does not run now',
  },
  {
    names: 'docker docker-compose podman-compose podman',
    fits: /^(?:compose )?(?:down|rm)\b/,
    needs: /^-(?!-)\w*v\w*$|^--volumes$|^--rmi$/,
    what: 'delete volumes with their data',
  },
  {
    names: 'docker podman',
    fits: /^(?:rm|kill|stop|rmi)\b/,
    needs:
      /(?:\$\(|`)(?:docker|podman) (?![^)`]*(?:-f|--filter)[= ](?:["']?(?:name|label|ancestor)=[\^/]*\w{2}|["']?status=(?:exited|created|dead)))/,
    what: 'remove every container or image',
  },
  { names: 'aws', fits: /^s3 (?:rb|rm)\b/, what: 'delete a bucket or objects in it' },
  { names: 'aws', fits: /^s3 (?:sync|mv)\b/, needs: /^--delete$/, what: 'delete objects that are not here' },
  { names: 'aws', fits: AWS_DELETES, what: 'delete something from the account' },
  {
    names: 'gcloud',
    fits: /(?:^| )(?:delete|destroy|remove-iam-policy-binding|purge|reset|disable)(?: |$)/,
    what: 'delete something from the account',
  },
  { names: 'gsutil', fits: /^(?:rm|rb)\b/, what: 'delete a bucket or objects in it' },
  { names: 'gsutil', fits: /^rsync\b/, needs: /^-\w*d/, what: 'delete objects that are not here' },
  { names: 'bq', fits: /^rm\b/, what: 'delete a table or dataset' },
  {
    names: 'az',
    fits: /(?:^| )(?:delete|delete-batch|purge|remove|deallocate)(?: |$)/,
    what: 'delete something from the account',
  },
  {
    names: 'doctl linode-cli hcloud vultr-cli scw ibmcloud oci exo civo upctl',
    fits: /(?:^| )(?:delete|destroy|rm|terminate|remove|rebuild)(?: |$)/,
    what: 'delete something from the account',
  },
  { names: 'azd', fits: /^down\b/, what: 'delete what is deployed' },
  {
    names: 'gh',
    fits: /^(?:repo (?:delete|archive)|release delete|secret (?:delete|remove)|variable delete|cache delete|codespace delete|ssh-key delete|gpg-key delete|workflow disable|run delete|label delete|gist delete|issue delete|ruleset delete)\b/,
    what: 'delete something from GitHub',
  },
  {
    names: 'gh',
    fits: /^repo edit\b/,
    needs: /^--visibility(?:=public)?$/,
    what: 'change who can see a repository',
  },
  {
    names: 'gh',
    fits: /^api\b/,
    needs: /^-X?DELETE$|^--method=DELETE$|^DELETE$/i,
    what: 'delete something from GitHub',
  },
  {
    names: 'glab',
    fits: /^(?:repo delete|project delete|release delete|variable delete)\b/,
    what: 'delete something from GitLab',
  },
  {
    names: 'vercel vc now',
    fits: /^(?:rm|remove|env rm|domains rm|project rm|dns rm)\b/,
    what: 'remove what is deployed',
  },
  { names: 'netlify', fits: /^(?:sites:delete|env:unset)\b/, what: 'remove what is deployed' },
  {
    names: 'heroku',
    fits: /^(?:apps:destroy|destroy|pg:reset|addons:destroy|pg:kill|ps:stop|config:unset|pipelines:destroy)\b/,
    what: 'destroy an app or its data',
  },
  {
    names: 'fly flyctl',
    fits: /^(?:destroy|(?:apps|app|volumes|vol|machine|machines|postgres) (?:destroy|delete|rm|remove)|secrets unset)\b/,
    what: 'destroy an app or its data',
  },
  {
    names: 'railway render dokku',
    fits: /^(?:down|delete|apps:destroy|volume delete|environment delete)\b/,
    what: 'remove what is deployed',
  },
  {
    names: 'firebase',
    fits: /^(?:firestore:delete|hosting:disable|functions:delete|projects:delete|database:remove|auth:import)\b/,
    what: 'delete data or what is deployed',
  },
  {
    names: 'wrangler',
    fits: /^(?:delete|(?:r2 bucket|r2 object|kv namespace|kv:namespace|kv key|kv:key|d1|queues|secret|pages project) delete)\b/,
    what: 'delete data or what is deployed',
  },
  {
    names: 'supabase',
    fits: /^(?:projects delete|functions delete|secrets unset|branches delete)\b/,
    what: 'delete data or what is deployed',
  },
  {
    names: 'neonctl neon planetscale pscale turso',
    fits: /(?:^| )(?:delete|destroy)(?: |$)/,
    what: 'delete a database',
  },
  {
    names: 'npm pnpm yarn',
    fits: /^(?:npm )?(?:unpublish|deprecate|owner rm|access revoke|team destroy)\b/,
    what: 'take a published package away',
  },
  { names: 'cargo', fits: /^yank\b/, what: 'take a published package away' },
  { names: 'gem', fits: /^yank\b/, what: 'take a published package away' },
  {
    names: 'vault',
    fits: /^(?:delete|kv (?:delete|destroy|metadata delete)|secrets disable|auth disable|policy delete|lease revoke|operator seal)\b/,
    what: 'delete secrets',
  },
  {
    names: 'consul etcdctl',
    fits: /^(?:kv delete|del|snapshot restore)\b/,
    what: 'delete keys of the cluster',
  },
  {
    names: 'nomad',
    fits: /^(?:job stop|stop|system gc|namespace delete|volume delete)\b/,
    what: 'stop or delete what runs in the cluster',
  },
  { names: 'rabbitmqctl', fits: /^(?:delete_\w+|purge_queue|reset|force_reset)\b/, what: 'delete queues' },
  { names: 'kafka-topics kafka-topics.sh', fits: /^/, needs: /^--delete$/, what: 'delete a topic' },
  {
    names: 'rclone',
    fits: /^(?:delete|purge|sync|deletefile|rmdirs)\b/,
    what: 'delete files on another machine',
  },
  { names: 'restic borg', fits: /^(?:forget|prune|delete)\b/, what: 'delete backups' },
  {
    names: 'virsh multipass vagrant lima limactl',
    fits: /^(?:destroy|undefine|delete|purge|vol-delete)\b/,
    what: 'destroy a virtual machine',
  },
  {
    names: 'VBoxManage vboxmanage',
    fits: /^(?:unregistervm|closemedium)\b/,
    what: 'destroy a virtual machine',
  },
]

const BY_NAME: ReadonlyMap<string, readonly Row[]> = ROWS.reduce((rows, row) => {
  for (const name of row.names.split(' ')) rows.set(name, [...(rows.get(name) ?? []), row])
  return rows
}, new Map<string, readonly Row[]>())

/** Options of the tools themselves that take the next word. */
const VALUED =
  '-n --namespace --context --kubeconfig --cluster --kube-context --profile --region --output -o --project --endpoint-url --query ' +
  '--subscription --resource-group -g --name -c --config -H --host -f --file -l --selector --account --account-id --zone --location --app -a ' +
  '--stack -s --cwd -C --team --scope --token -t --org --repo -R --env --environment --id --grace-period --timeout'

const HARMLESS = /^(?:-dry-run|--dry-?run(?:=(?:client|server|true))?|--dryrun|--what-if|--noop|--help|-h)$/

/** Deletes in clouds and clusters, and of what is published. */
export const deletesInCloud: Rule = (look) => {
  const rows = BY_NAME.get(look.name)
  if (rows === undefined || asksForHelp(look) || look.texts.some((text) => HARMLESS.test(text)))
    return undefined
  const joined = operandsOf(look)
  const texts = [...look.texts, ...fedTo(look)]
  const row = rows.find(
    ({ fits, needs }) =>
      joined.some((text) => fits.test(text)) &&
      (needs === undefined || texts.some((text) => needs.test(text))),
  )
  if (row === undefined || isSmall(look, joined)) return undefined
  return {
    category: 'cloud',
    program: look.name,
    what: `${row.what} (${joined[0]?.slice(0, 80) ?? ''})`,
    instead: 'Show what it would do first (a plan or a dry run), and let a person run it.',
  }
}

/** What `xargs` hands over, as a substitution would write it. */
function fedTo({ program: { via }, line: { programs } }: Look): readonly string[] {
  const carrier = via?.how === 'wrapper' && via.program !== undefined ? programs[via.program] : undefined
  if (carrier?.name !== 'xargs' || carrier.input.from !== 'pipe') return []
  return carrier.input.programs.map(
    (id) => `$(${programs[id]?.words.map(({ text }) => text).join(' ') ?? ''})`,
  )
}

/** Tools differ in which options take a value, so that the words are read in both ways. */
function operandsOf({ args, texts, name }: Look): readonly string[] {
  const isSingle = /^(?:terraform|tofu|terragrunt)$/.test(name)
  const { operands } = takeOptions(args, { valued: VALUED, single: isSingle })
  return [
    operands.map(({ text }) => text).join(' '),
    texts.filter((text) => !text.startsWith('-')).join(' '),
  ].map((text) => text.slice(0, 2_000))
}

/** A pod comes back by itself, and a job is made to be deleted. */
function isSmall({ name, texts }: Look, [joined = '']: readonly string[]): boolean {
  if (!/^(?:kubectl|oc|k)$/.test(name) || !/^delete (?:pods?|po|jobs?|events?)[ /]/.test(joined)) return false
  return !hasWord(texts, '--all', '-A', '--all-namespaces', '-l', '--selector', '--force')
}
