export { isObject, refuseNoFunction, refuseNoText, refuseUnknown, shown } from '../core/refuse.ts'
