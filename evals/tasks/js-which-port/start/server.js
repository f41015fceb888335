import { createServer } from 'node:http'
import { config } from './config.js'

createServer((_, response) => response.end('ok')).listen(config.port)
