/** In a module of its own: the validator loads with the first schema, and the bundle keeps its names. */
export { Ajv } from 'ajv'
export { Ajv2020 } from 'ajv/dist/2020.js'
