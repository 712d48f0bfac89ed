export function demo(_options: { json?: boolean }): void {}
