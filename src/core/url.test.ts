import { expect, test } from 'vitest'
import { shownUrl } from './url.ts'

test.for([
  ['https://hooks.example/a/b', 'https://hooks.example/a/b'],
  ['http://127.0.0.1:9000/stop', 'http://127.0.0.1:9000/stop'],
  ['https://me:canary@hooks.example/a', 'https://hooks.example/a'],
  ['https://me:can@ry@hooks.example/a', 'https://hooks.example/a'],
  ['https://canary@hooks.example', 'https://hooks.example'],
  ['https://hooks.example/a?token=canary', 'https://hooks.example/a?…'],
  ['https://hooks.example?token=canary#x', 'https://hooks.example?…'],
  ['https://hooks.example/a#canary', 'https://hooks.example/a'],
  ['https://hooks.example/@scope/a', 'https://hooks.example/@scope/a'],
  ['https:canary@hooks.example/a', 'https:hooks.example/a'],
  ['https:\\\\canary@hooks.example\\a', 'https:\\\\hooks.example\\a'],
  ['canary@hooks.example', 'hooks.example'],
  ['not a url', 'not a url'],
  ['https://*.example/*', 'https://*.example/*'],
  ['', ''],
] as const)('S33 %s is shown as %s', ([url, shown]) => expect(shownUrl(url)).toBe(shown))
