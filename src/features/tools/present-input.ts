export { presentInput as present } from '../../protocol/presentation.ts'
