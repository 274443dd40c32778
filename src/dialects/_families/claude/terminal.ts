/** Titles, notifications and the bell: OSC 0, 1, 2, 9, 99 and 777, each ended by BEL or ST, and bare BEL. */
const ALLOWED =
  // oxlint-disable-next-line no-control-regex -- control characters are what this is about
  /^(?:\u0007|\u001B\](?:0|1|2|9|99|777)(?:;[^\u0000-\u001F\u007F-\u009F]*)?(?:\u0007|\u001B\\|\u009C))+$/

/** One other character, and the host takes nothing of it. */
export function isAllowedSequence(value: string): boolean {
  return ALLOWED.test(value)
}
