import { startsWords, type CarrierRows } from './carrier.ts'
import { readArguments } from './options.ts'

const NAMES =
  'ld.so ld-linux.so.2 ld-linux-x86-64.so.2 ld-linux-aarch64.so.1 ld-linux-armhf.so.3 ld64.so.1 ld64.so.2 ' +
  'ld-musl-x86_64.so.1 ld-musl-aarch64.so.1 ld-musl-armhf.so.1'

const RULES = {
  long: 'library-path preload argv0 audit inhibit-rpath glibc-hwcaps-prepend glibc-hwcaps-mask',
}

/** The program that loads other programs: it runs the file that it is given. */
export const LOADER_ROWS: CarrierRows = {
  [NAMES]: ({ args }) => startsWords(readArguments(args, RULES).operands),
}
