import { describe, expect, test } from 'vitest'
import { addressProblem, isLoopback } from './address.ts'

describe('S34 addresses', () => {
  test.for([
    '0.0.0.0',
    '0.1.2.3',
    '10.0.0.1',
    '10.255.255.255',
    '100.64.0.1',
    '100.127.255.255',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '::',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'fe80::1%eth0',
    'febf::1',
    '::ffff:10.0.0.1',
    '::ffff:a9fe:a9fe',
    '[::ffff:169.254.169.254]',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::127.0.0.1',
    '::10.0.0.1',
    '::ffff:0:10.0.0.1',
    '64:ff9b::10.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::a9fe:a9fe',
    '2002:a00:1::',
    '2002:a9fe:a9fe::1',
    '0:0:0:0:0:ffff:c0a8:0101',
    'example.com',
    '',
    '1.2.3',
    '1.2.3.256',
    '1::2::3',
    '1:2:3:4:5:6:7',
    '1:2:3:4:5:6:7:8:9',
    '12345::',
  ])('%s is not connected to', (address) => expect(addressProblem(address)).toEqual(expect.any(String)))

  test.for([
    '127.0.0.1',
    '127.255.255.254',
    '::1',
    '[::1]',
    '0:0:0:0:0:0:0:1',
    '1.1.1.1',
    '8.8.8.8',
    '9.255.255.255',
    '11.0.0.1',
    '100.63.255.255',
    '100.128.0.1',
    '169.253.1.1',
    '172.15.255.255',
    '172.32.0.1',
    '192.167.1.1',
    '2606:4700::1111',
    'fec0::1',
    '64:ff9b::808:808',
    '::ffff:8.8.8.8',
    '2002:808:808::1',
  ])('%s is', (address) => expect(addressProblem(address)).toBeUndefined())

  test('the reason names the network', () => {
    expect(addressProblem('169.254.169.254')).toBe('it is in the private network 169.254.0.0/16')
    expect(addressProblem('::ffff:a00:1')).toBe(
      'it stands for 10.0.0.1: it is in the private network 10.0.0.0/8',
    )
  })
})

test.for([
  ['127.0.0.1', true],
  ['127.9.9.9', true],
  ['::1', true],
  ['::ffff:127.0.0.1', false],
  ['128.0.0.1', false],
  ['localhost', false],
] as const)('%s is this machine: %s', ([address, expected]) => expect(isLoopback(address)).toBe(expected))
