import { expect, test } from 'vitest'
import { replyIn } from './http-records.ts'
import { BEAT, DECLINE, endRecord, textRecords } from './records.ts'

const END = { stdout: 'ü\n', stderr: 'why', exitCode: 2, spare: { stderr: 'spare', exitCode: 1 } }

test.for<[string, Buffer[], unknown]>([
  ['the last record', [endRecord(END)], { stdout: 'ü\n', stderr: 'why', exitCode: 2 }],
  [
    'texts before it',
    [textRecords('out', 'a\0é'), BEAT, textRecords('err', 'b'), endRecord(END)],
    { stdout: 'a\0éü\n', stderr: 'bwhy', exitCode: 2 },
  ],
  [
    'NUL in the last record',
    [endRecord({ ...END, stdout: 'a\0b' })],
    { stdout: 'a\0b', stderr: 'why', exitCode: 2 },
  ],
  ['declined', [BEAT, DECLINE], undefined],
  ['no end', [textRecords('out', '{}')], undefined],
  ['nothing', [], undefined],
])('%s', ([, records, wanted]) => expect(replyIn(Buffer.concat(records))).toEqual(wanted))
