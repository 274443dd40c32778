import type { Program } from '../../../analyze/line.ts'
import { takeOptions, valuesOf } from '../../touches/options.ts'
import { asksForHelp, hasWord, type Look, type Rule } from '../look.ts'

const SQL_CLIENTS =
  /^(?:psql|pgcli|mysql|mycli|mariadb|sqlite3|sqlite|litecli|duckdb|clickhouse|clickhouse-client|cockroach|sqlcmd|usql|bq|snowsql|cqlsh|hive|beeline|impala-shell|trino|presto|vsql|isql|osql|sqlplus|tsql|influx|invoke-sqlcmd|turso|wrangler|supabase|athena)$/i

/** Statements that delete tables, databases or all rows of a table. */
export const dropsData: Rule = (look) => {
  if (asksForHelp(look)) return undefined
  const what = statement(look) ?? document(look) ?? memory(look) ?? tool(look)
  return what === undefined
    ? undefined
    : {
        category: 'database',
        program: look.name,
        what,
        instead: 'Make a backup first, and let a person run it.',
      }
}

/** What a client gets in its arguments and on its input. */
function textsFor(look: Look): readonly string[] {
  return [...look.texts, ...inputTexts(look)].map((text) => text.slice(0, 100_000)).slice(0, 1_000)
}

function inputTexts(look: Look): readonly string[] {
  const { program, sources, args, line } = look
  const { input } = program
  const files = [
    ...valuesOf(takeOptions(args, { valued: '-f --file -i --input' }), '-f', '--file', '-i', '--input'),
    ...(input.from === 'file' ? [input.file] : []),
    ...program.redirections.flatMap(({ mode, target }) => (mode === 'read' ? [target] : [])),
  ]
  const named = Array.from(
    look.texts
      .join('\n')
      .slice(0, 20_000)
      .matchAll(/^\s{0,9}(?:\\i|\.read|source)\s{1,9}(\S{1,400})/gm),
    ([, path = '']) => path,
  )
  const read = [...files.map(({ text }) => text), ...named].flatMap((path) => line.read(path) ?? [])
  if (input.from === 'text') return [...read, input.text.text]
  if (read.length > 0) return read
  return input.from === 'pipe' ? sources.filter(({ id }) => input.programs.includes(id)).flatMap(printed) : []
}

function printed({ name, words, input }: Program): readonly string[] {
  if (input.from === 'text' && /^(?:cat|tee)$/.test(name)) return [input.text.text]
  return /^(?:echo|printf|write-output)$/i.test(name)
    ? [
        words
          .slice(1)
          .map(({ text }) => text)
          .join(' '),
      ]
    : []
}

function statement(look: Look): string | undefined {
  if (!SQL_CLIENTS.test(look.name)) return undefined
  for (const text of textsFor(look)) {
    const found = harmfulSql(text)
    if (found !== undefined) return found
  }
  return undefined
}

const NAME = String.raw`[\w"'\x60.[\]$*-]{1,200}`
const DROP = new RegExp(
  String.raw`^drop\s{1,20}(table|database|schema|view|materialized\s+view|index|user|role|keyspace|collection|column|function|sequence|type|extension|bucket|measurement|series|owned)\b(?:\s{1,20}(?:if\s{1,20}exists\s{1,20})?(${NAME}))?`,
  'i',
)
const TRUNCATE = new RegExp(String.raw`^truncate\b(?:\s{1,20}table)?\s{1,20}(${NAME})`, 'i')
const DELETE = new RegExp(String.raw`^delete\s{1,20}from\s{1,20}(?:only\s{1,20})?(${NAME})`, 'i')
const UPDATE = new RegExp(
  String.raw`^update\s{1,20}(?:only\s{1,20})?(${NAME})\s{1,20}(?:(?:as\s{1,20})?\w+\s{1,20})?set\b`,
  'i',
)
const ALTER = new RegExp(
  String.raw`^alter\s{1,20}table\s{1,20}(?:if\s{1,20}exists\s{1,20})?(${NAME})\s[^;]{0,500}?\bdrop\b`,
  'i',
)
/** A condition that is always true is none. */
const CONDITION = /\bwhere\s+(?!(?:1\s*=\s*1|true|'1'\s*=\s*'1'|1)\s*(?:$|;|returning|limit))/i

/** Returns what the first harmful statement in a text does. */
export function harmfulSql(text: string): string | undefined {
  for (const each of statements(text)) {
    const drop = DROP.exec(each)
    if (drop !== null) return `drop a ${drop[1]?.toLowerCase()} (${drop[2] ?? ''})`
    const truncate = TRUNCATE.exec(each)
    if (truncate !== null) return `delete every row (${truncate[1]})`
    const all = DELETE.exec(each) ?? UPDATE.exec(each)
    if (all !== null && !CONDITION.test(each))
      return `${/^d/i.test(each) ? 'delete' : 'change'} every row of a table (${all[1]})`
    const alter = ALTER.exec(each)
    if (alter !== null) return `drop a part of a table (${alter[1]})`
  }
  return undefined
}

const MOST_STATEMENTS = 2_000

/** Without comments and texts in quotes; the statement behind `WITH … AS (…)` or `EXPLAIN` is one of its own. */
function statements(text: string): readonly string[] {
  const plain = text
    .replace(/^(?:--(?:execute|command|query|eval|sql|init-command|echo-sql)=|-[ceqQ](?=[a-z]{4}))/i, '')
    .replace(/--[^\n]*|\/\*[\s\S]{0,10000}?\*\//g, ' ')
    .replace(/'(?:[^']|''){0,10000}'/g, (quoted) =>
      /\b(?:drop|truncate|delete)\b/i.test(quoted) && isWrapped(text) ? quoted : "''",
    )
  return plain
    .split(/;|\)\s*(?=(?:delete|update|drop|truncate)\b)|\bexecute\s+(?=')|\bbegin\b/i, MOST_STATEMENTS)
    .map((each) =>
      each
        .trim()
        .replace(/^(?:["'(]|sql\b|-[ceq]\s*|--\w+=|\\\w+\s)+\s*/i, '')
        .replace(/^explain\s+analy[sz]e\s+/i, ''),
    )
}

/** `psql -c 'psql…'`: the quotes are those of a shell that the analysis has not taken away. */
function isWrapped(text: string): boolean {
  return /^\s*'|execute\s+'/i.test(text)
}

const MONGO =
  /\.\s*(?:dropDatabase|drop|dropCollection|dropIndexes|dropUser|dropAllUsersFromDatabase)\s*\(|\.\s*(?:deleteMany|remove)\s*\(\s*(?:\{\s*\}\s*)?\)|dropDatabase\s*:\s*1|\bdrop\s*:\s*['"]/

function document(look: Look): string | undefined {
  if (!/^(?:mongosh|mongo)$/.test(look.name)) return undefined
  return textsFor(look).some((text) => MONGO.test(text))
    ? 'delete a database, a collection or all of its documents'
    : undefined
}

function memory(look: Look): string | undefined {
  if (!/^(?:redis-cli|valkey-cli|keydb-cli|memcached-tool|iredis)$/.test(look.name)) return undefined
  const [first] = takeOptions(look.args, { valued: '-h -p -n -a -u -s --user --pass -i -r -c' }).operands
  const given = [first?.text ?? '', ...inputTexts(look).flatMap((text) => text.split(/[\r\n;]+/))]
  const found = given
    .map((text) => /^\s{0,9}(?:flushall|flushdb|flush_all|shutdown|swapdb)\b/i.exec(text)?.[0])
    .find((each) => each !== undefined)
  return found === undefined ? undefined : `delete every key (${found})`
}

const TASKS =
  /^(?:db:(?:drop(?::\w+)?|reset|purge|migrate:reset|wipe|schema:drop|truncate_all|seed:replant)|doctrine:(?:database|schema):drop|ecto\.(?:drop|reset)|migrate:(?:fresh|reset|refresh)|schema:drop|migration:rollback)$/
const DATA = 'delete a database with its data'

/** Programs of frameworks that do the same. */
const ROWS: readonly (readonly [RegExp, (texts: readonly string[]) => boolean])[] = [
  [/^(?:dropdb|dropuser|pg_dropcluster)$/, (texts) => texts.length > 0],
  [/^mysqladmin$/, (texts) => hasWord(texts, 'drop')],
  [
    /^prisma$/,
    (texts) =>
      (texts[0] === 'migrate' && texts[1] === 'reset') ||
      hasWord(texts, '--force-reset', '--accept-data-loss'),
  ],
  [
    /^(?:rails|rake|bin\/rails|artisan|php|sequelize|sequelize-cli|typeorm|mix|console|symfony|laravel|sail|mikro-orm|hanami)$/,
    (texts) => texts.some((text) => TASKS.test(text)),
  ],
  [
    /^(?:django-admin|manage\.py|python[\d.]*)$/,
    (texts) =>
      /manage\.py$|^django$/.test(texts[0] ?? '')
        ? hasWord(texts, 'flush', 'reset_db', 'reset_schema')
        : texts[0] === 'flush',
  ],
  [/^knex$/, (texts) => hasWord(texts, 'migrate:rollback') && hasWord(texts, '--all')],
  [/^drizzle-kit$/, (texts) => hasWord(texts, 'drop')],
  [/^(?:alembic|flask)$/, (texts) => hasWord(texts, 'downgrade') && hasWord(texts, 'base')],
  [/^flyway$/, (texts) => hasWord(texts, 'clean')],
  [/^liquibase$/, (texts) => texts.some((text) => /^drop-?all$/i.test(text))],
  [/^dotnet-?(?:ef)?$/, (texts) => texts.join(' ').includes('database drop')],
  [/^supabase$/, (texts) => texts[0] === 'db' && texts[1] === 'reset'],
  [/^hasura$/, (texts) => hasWord(texts, 'down') && hasWord(texts, '--down-all')],
  [/^influx$/, (texts) => texts[0] === 'delete' || (texts[0] === 'bucket' && texts[1] === 'delete')],
  [
    /^curl$/,
    (texts) =>
      texts.some((text) => /^-XDELETE$|^DELETE$|=DELETE$/.test(text)) &&
      texts.some((text) => /:9200\/(?:_all|\*|[\w.-]+\*?)\/?$/.test(text)),
  ],
]

function tool({ name, texts }: Look): string | undefined {
  return ROWS.some(([program, test]) => program.test(name) && test(texts)) ? DATA : undefined
}
