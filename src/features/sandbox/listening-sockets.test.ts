import { expect, test } from 'vitest'
import { listeningSockets, namedSockets } from './listening-sockets.ts'

test('of the table only sockets with a path that take connections count', () => {
  const table = [
    'Num       RefCount Protocol Flags    Type St Inode Path',
    '00000000b68608dd: 00000003 00000000 00000000 0001 03  1588',
    '00000000a0000001: 00000002 00000000 00010000 0001 01 20001 /run/docker.sock',
    '00000000a0000002: 00000002 00000000 00010000 0001 01 20002 @abstract',
    '00000000a0000003: 00000003 00000000 00000000 0001 03 20003 /run/docker.sock',
    '00000000a0000004: 00000002 00000000 00010000 0005 01 20004 /home/a/my agent.sock',
    '',
  ].join('\n')
  expect(listeningSockets(table)).toEqual(['/run/docker.sock', '/home/a/my agent.sock'])
})

test('the environment names sockets in several spellings', () => {
  expect(
    namedSockets({
      SSH_AUTH_SOCK: '/tmp/ssh-x/agent.1',
      DOCKER_HOST: 'unix:///home/a/.docker/run/docker.sock',
      DBUS_SESSION_BUS_ADDRESS: 'unix:path=/run/user/1000/bus,guid=1',
      CONTAINER_HOST: 'tcp://localhost:2375',
      GPG_AGENT_INFO: '/h/.gnupg/S.gpg-agent:0:1',
      HOME: '/h',
    }).map(({ path }) => path),
  ).toEqual([
    '/tmp/ssh-x/agent.1',
    '/home/a/.docker/run/docker.sock',
    '/run/user/1000/bus',
    '/h/.gnupg/S.gpg-agent',
  ])
})
