import { readFileSync } from 'node:fs'

const base = JSON.parse(readFileSync(new URL('./config.json', import.meta.url), 'utf8'))
const own = base[process.env.NODE_ENV ?? 'development'] ?? {}
export const config = { ...base.common, ...own, ...(process.env.PORT ? { port: Number(process.env.PORT) } : {}) }
