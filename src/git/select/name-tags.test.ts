import { expect, test } from 'vitest'
import { tagsOfInterpreter, tagsOfName } from './name-tags.ts'

test.for([
  ['an extension counts in any case', 'x.Py', 'python text'],
  ['only the last extension counts', 'x.tar.gz', 'binary gzip'],
  ['a name that is all extension has none', '.py', ''],
  ['two dots in front leave an extension', '..py', 'python text'],
  ['a dot at the end is no extension', 'x.py.', ''],
  ['a known name counts', 'Makefile', 'makefile text'],
  ['a name counts only in its own case', 'a.MAKEFILE', ''],
  ['a name and its extension count together', 'CMakeLists.txt', 'cmake plain-text text'],
  ['a part of a name counts when nothing else is known', 'Dockerfile.xenial', 'dockerfile text'],
  ['a part behind a dot counts too', '.pylintrc', 'ini pylintrc text'],
  ['a part in the middle counts too', 'a.Makefile.b', 'makefile text'],
  ['the first known part counts, not the second', 'x.LICENSE.Makefile', 'plain-text text'],
  ['an extension hides the parts', 'makefile.png', 'binary image png'],
  ['a name with a dot in it is not a part', '.gitignore.x', ''],
  ['a letter that only lower-cases to ASCII does not count', 'x.m\u212A', ''],
  ['the extension of a name that is not UTF-8 counts', '\uDCFF.py', 'python text'],
  ['the parts of a name that is not UTF-8 do not', 'Makefile.\uDCFF', ''],
  ['white space changes nothing', 'a \n.py', 'python text'],
  ['no extension, no tags', 'py', ''],
] as const)('%s', ([, name, tags]) => expect([...tagsOfName(name)].toSorted().join(' ')).toBe(tags))

test.for([
  ['/usr/bin/python3.12.3', 'python python3'],
  ['python3.', 'python python3'],
  ['.python3', ''],
  ['/opt/my dir/ruby', 'ruby'],
  ['bin/', ''],
  ['', ''],
] as const)('the interpreter "%s" stands for "%s"', ([program, tags]) =>
  expect([...tagsOfInterpreter(program)].toSorted().join(' ')).toBe(tags),
)
