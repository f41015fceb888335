// Started in the place of a program: hands arguments and environment to whoever listens on the socket, and ends as told.
import { connect } from 'node:net'

const { CAPSTAN_TEST_SOCKET: path = '', ...env } = process.env
const socket = connect(path)
let answer = ''
socket.setEncoding('utf8').on('data', piece => {
  answer += piece
})
socket.write(`${JSON.stringify({ argv: process.argv.slice(2), env })}\n`)
await new Promise(resolve => socket.on('close', resolve))
const { code, error } = JSON.parse(answer)
if (error) process.stderr.write(`${error}\n`)
process.exitCode = code
