import { describe, expect, it } from 'vitest';
import { constellation } from '../../../server/simulator/archive/constellation.ts';
import { readConfig } from '../../../server/base/settings/config.ts';
import { elementsIn, withElements } from '../../../server/base/settings/orbitElements.ts';

// the standard example of element sets: the ISS on 20 September 2008
const LINE1 = '1 25544U 98067A   08264.51782528 -.00002182  00000-0 -11606-4 0  2927';
const LINE2 = '2 25544  51.6416 247.4627 0006703 130.5360 325.0288 15.72125391563537';

describe('orbit elements of real satellites (ORBIT_ELEMENTS)', () => {
  it('real orbit elements replace the simulated ones, by name or code, and are not marked simulated', () => {
    const elements = elementsIn(
      `# ours\r\n0 ob-3\r\n${LINE1}\r\n${LINE2}\r\n\r\nSV1-01\n${LINE1}\n${LINE2}\n`,
    );
    const satellites = withElements(constellation, elements);
    const real = satellites.filter((satellite) => satellite.simulated === false);
    expect(real.map((satellite) => satellite.code)).toEqual(['SV1-01', 'OB3']);
    expect(real[1]?.tle).toEqual({ line1: LINE1, line2: LINE2 });
    expect(satellites.filter((satellite) => satellite.simulated === true)).toHaveLength(
      constellation.length - 2,
    );
  });

  it.each([
    ['a wrong checksum', `OB-3\n${LINE1}\n${LINE2.slice(0, 68)}8`],
    ['a line missing', `OB-3\n${LINE1}`],
    ['the lines the wrong way round', `OB-3\n${LINE2}\n${LINE1}`],
  ])("%s is refused with the satellite's name", (_, text) => {
    expect(() => elementsIn(text)).toThrow('those of "OB-3" are not valid');
  });

  it('a missing file is reported at the start', () => {
    expect(() => readConfig({ ORBIT_ELEMENTS: '/nowhere/at/all' })).toThrow(
      'ORBIT_ELEMENTS must name a file that can be read',
    );
    expect(readConfig({}).orbitElements.size).toBe(0);
  });

  it('every simulated satellite has simulated elements with correct checksums', () => {
    for (const { name, tle, simulated } of constellation) {
      expect(simulated).toBe(true);
      expect(elementsIn(`${name}\n${tle?.line1}\n${tle?.line2}`).size).toBe(1);
    }
  });
});
