import { expect, test } from 'vitest'
import { isAllowedSequence } from './terminal.ts'

const ESC = '\u001B'

test.for([
  ['a bell', '\u0007'],
  ['a title ended by BEL', `${ESC}]0;build\u0007`],
  ['a title ended by ST', `${ESC}]2;build${ESC}\\`],
  ['a notification', `${ESC}]9;done\u0007`],
  ['a notification of kitty', `${ESC}]99;i=1:d=0;done${ESC}\\`],
  ['a notification of urxvt', `${ESC}]777;notify;a;b\u0007`],
  ['several in a row', `${ESC}]1;x\u0007\u0007${ESC}]9;y${ESC}\\`],
] as const)('%s passes', ([, value]) => expect(isAllowedSequence(value)).toBe(true))

test.for([
  ['nothing', ''],
  ['text', 'done'],
  ['text beside a bell', 'done\u0007'],
  ['the clipboard', `${ESC}]52;c;x\u0007`],
  ['a link', `${ESC}]8;;http://a\u0007`],
  ['a colour', `${ESC}[31m`],
  ['one that does not end', `${ESC}]0;build`],
  ['one inside another', `${ESC}]0;a${ESC}[31m\u0007`],
  ['a number that only starts so', `${ESC}]11;?\u0007`],
  ['a newline in it', `${ESC}]0;a\nb\u0007`],
] as const)('%s does not', ([, value]) => expect(isAllowedSequence(value)).toBe(false))
