import type { Finding } from './finding.ts';
import type { DoctorScene } from './scene.ts';

/** Keys and values that were passed over. */
export function checkConfig({ config }: DoctorScene): Finding[] {
  return config.problems.map((problem) => ({
    id: 'config-wrong',
    says: problem,
    remedy: 'carryover config shows each key, its value and where that comes from.',
  }));
}
