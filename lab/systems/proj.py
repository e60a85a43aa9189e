"""Reads from PROJ what the product knows of coordinate systems, for lab/systems/tables.ts.

  python3 lab/systems/proj.py FILE      (Debian: python3-pyproj; takes a quarter of an hour)

Writes JSON: `datums`, the published shifts of every EPSG datum to WGS 84 without grids; `systems`, every EPSG system
that isn't deprecated, in three notations, with places over its area of use; and the same of deprecated ones and ESRI's;
`areas`, where each is used; and `unshifted`, places on their own datum of those for which PROJ has no other. PROJ has no
grids here, even where they are installed, so that it answers with the published shift.
"""
import json, math, os, re, shutil, sqlite3, sys, tempfile, warnings

import pyproj

warnings.simplefilter("ignore")
installed = next(
    folder
    for folder in [pyproj.datadir.get_data_dir(), "/usr/share/proj"]
    if os.path.exists(os.path.join(folder, "proj.db"))
)
database_only = tempfile.mkdtemp()
shutil.copy(os.path.join(installed, "proj.db"), database_only)
pyproj.datadir.set_data_dir(database_only)
pyproj.network.set_network_enabled(False)

from pyproj import CRS, Transformer, database  # noqa: E402 (after the folder is set)
from pyproj.enums import PJType, TransformDirection, WktVersion  # noqa: E402
from pyproj.transformer import TransformerGroup  # noqa: E402

from areas import areas_of, places_on_datum  # noqa: E402

WGS84 = CRS.from_epsg(4326)
ARC_SECOND = math.pi / 180 / 3600
EARTH = 6371000
NOTATIONS = [WktVersion.WKT1_ESRI, WktVersion.WKT1_GDAL, WktVersion.WKT2_2019]
# shares of the area of use, from its south-western corner; its middle may be the origin, where metres look like degrees
SHARES = [0.46, 0.04, 0.96, 0.27, 0.73]


def wkt_of(crs, notation):
    """The text of a system; None if the notation can't say it."""
    try:
        return crs.to_wkt(notation)
    except Exception:
        return None


def plain(name):
    """A name as plainName of wktSystem.ts has it."""
    return re.sub(r"[^a-z\d+]", "", re.sub(r"^D_", "", name).lower())


def is_modern(crs):
    """Whether a datum without a published shift may be WGS 84: its ellipsoid is."""
    ellipsoid = crs.ellipsoid
    return abs(ellipsoid.semi_major_metre - 6378137) < 1.01 and abs(ellipsoid.inverse_flattening - 298.257) < 0.01


# --- shifts ---


def parameters_of(step):
    """The seven parameters of a step of PROJ, as a position vector transformation."""
    given = dict(re.findall(r"(\w+)=(\S+)", step))
    number = lambda key: float(given.get(key, 0))
    shift = [number(key) for key in ("x", "y", "z", "rx", "ry", "rz", "s")]
    if given.get("convention") == "coordinate_frame":
        shift[3:6] = [-turn for turn in shift[3:6]]
    if "molobadekas" in step:
        # about a pivot: the same turn about the centre, with another move
        px, py, pz = number("px"), number("py"), number("pz")
        rx, ry, rz = [turn * ARC_SECOND for turn in shift[3:6]]
        scale = 1 + shift[6] * 1e-6
        shift[0] += px - scale * (px - rz * py + ry * pz)
        shift[1] += py - scale * (rz * px + py - rx * pz)
        shift[2] += pz - scale * (-ry * px + rx * py + pz)
    return [-part for part in shift] if step.startswith("inv") else shift


def shift_of(definition, meridian):
    """The shift of a pipeline of PROJ; None if it is more than a shift."""
    if "geogoffset" in definition or "grid" in definition or definition.count("proj=longlat") > 1:
        return None
    turned = re.search(r"\bpm=([\d.-]+)", definition)
    if turned and abs(float(turned.group(1)) - meridian) > 1e-6:
        return None
    steps = [step.strip() for step in re.split(r"\bstep\b", definition)]
    shifts = [parameters_of(step) for step in steps if re.search(r"proj=(helmert|molobadekas)\b", step)]
    return [sum(parts) for parts in zip(*shifts)] if shifts else [0] * 7


def size_of(shift):
    """The largest effect of a shift on the ground, metres."""
    return math.hypot(*shift[:3]) + math.hypot(*shift[3:6]) * ARC_SECOND * EARTH + abs(shift[6]) * 1e-6 * EARTH


def number_of(value, digits):
    value = round(value, digits)
    return int(value) if value == int(value) else value


def row_of(operation, shift):
    """[west, south, east, north, accuracy, offshore, parameters of the shift...]"""
    area = operation.area_of_use
    row = [number_of(side, 2) for side in (area.west, area.south, area.east, area.north)]
    parts = [number_of(part, 9) for part in shift]
    if not any(parts[3:]):
        parts = parts[:3] if any(parts) else []
    return [*row, number_of(operation.accuracy, 2), int("- offshore" in area.name), *parts]


def shifts_of(crs):
    """The shifts of a system's datum in PROJ's order; [] for WGS 84 within two metres; None if there is none."""
    try:
        operations = TransformerGroup(crs, WGS84, always_xy=True, allow_ballpark=False).transformers
    except Exception:
        operations = []
    found = []
    for operation in operations:
        shift = shift_of(operation.definition, crs.prime_meridian.longitude)
        if shift is not None and operation.area_of_use is not None:
            found.append((operation, shift))
    sizes = [size_of(shift) for _, shift in found]
    if is_modern(crs) and (not sizes or min(sizes) == 0 or max(sizes) < 2):
        return []
    rows = [row_of(*pair) for pair in found]
    return [row for at, row in enumerate(rows) if row not in rows[:at]] or None


def datums():
    """The names of all datums, each with its row: [semi-major axis, inverse flattening, shifts]."""
    connection = sqlite3.connect(os.path.join(database_only, "proj.db"))
    aliases = {}
    for code, alias in connection.execute(
        "select g.code, a.alt_name from geodetic_crs g join alias_name a on a.table_name = 'geodetic_datum' "
        "and a.auth_name = g.datum_auth_name and a.code = g.datum_code where g.auth_name = 'EPSG'"
    ):
        aliases.setdefault(str(code), []).append(plain(alias))
    names, others, rows = {}, {}, []
    for info in database.query_crs_info("EPSG", PJType.GEOGRAPHIC_2D_CRS, allow_deprecated=False):
        crs = CRS.from_epsg(info.code)
        shifts = shifts_of(crs)
        if shifts is None:
            continue
        row = [crs.ellipsoid.semi_major_metre, crs.ellipsoid.inverse_flattening, shifts]
        if row not in rows:
            rows.append(row)
        for notation in NOTATIONS:
            name = re.search(r'(?:DATUM|ENSEMBLE)\["([^"]*)"', wkt_of(crs, notation) or "")
            if name:
                # systems of another meridian have shifts of their own, under the same name by ESRI
                key = plain(name.group(1))
                meridian = crs.prime_meridian.longitude
                names.setdefault(key if meridian == 0 else f"{key}@{meridian:.2f}", rows.index(row))
                names.setdefault(key, rows.index(row))
        for alias in aliases.get(info.code, []):
            others.setdefault(alias, set()).add(rows.index(row))
    for name, found in others.items():
        # a name of several datums says nothing
        if name and name not in names and len(found) == 1:
            names[name] = found.pop()
    # ESRI's Hermannskogel is MGI 1901, 300 m from EPSG's alias of MGI
    names.pop("hermannskogel", None)
    return {"names": names, "datums": rows}


def compound():
    """Pairs of codes: a system with heights, and its part without them."""
    connection = sqlite3.connect(os.path.join(database_only, "proj.db"))
    rows = connection.execute(
        "select code, horiz_crs_code from compound_crs where auth_name = 'EPSG' and horiz_crs_auth_name = 'EPSG'"
    )
    return sorted([int(code), int(flat)] for code, flat in rows)


# --- places ---

to_wgs84 = {}


def transformer(crs):
    """From a geographic system to WGS 84."""
    key = crs.to_wkt()
    if key not in to_wgs84:
        to_wgs84[key] = Transformer.from_crs(crs, WGS84, always_xy=True)
    return to_wgs84[key]


def places_of(crs, area):
    """
    Positions over the area of use, each with longitude and latitude by PROJ. Left out are places where PROJ knows no
    shift (it takes another datum for WGS 84), and those where it has two answers more than 5 m apart: it chooses
    shifts by boxes in the system's coordinates, which at their edges aren't those of the degrees.
    """
    forward = Transformer.from_crs(crs, WGS84, always_xy=True)
    base = crs.geodetic_crs if crs.is_projected else None
    unprojected = Transformer.from_crs(crs, base, always_xy=True) if base else None
    east = area.east + 360 if area.east < area.west else area.east
    places, left_out = [], 0
    digits = 3 if base and crs.axis_info[0].unit_conversion_factor <= 1 else 8
    for high in SHARES:
        for wide in SHARES:
            lon = (area.west + wide * (east - area.west) + 180) % 360 - 180
            lat = area.south + high * (area.north - area.south)
            x, y = forward.transform(lon, lat, direction=TransformDirection.INVERSE)[:2]
            place = forward.transform(x, y)[:2]
            if not all(math.isfinite(value) for value in (x, y, *place)):
                continue
            # a sphere's degrees are those of WGS 84
            is_certain = is_modern(crs.geodetic_crs) or crs.ellipsoid.inverse_flattening == 0
            if not is_certain and "Ballpark" in forward.get_last_used_operation().description:
                continue
            if unprojected:
                again = transformer(base).transform(*unprojected.transform(x, y)[:2])[:2]
                apart = math.hypot((again[0] - place[0]) * math.cos(math.radians(place[1])), again[1] - place[1])
                if not apart * 111_195 < 5:
                    left_out += 1
                    continue
            places.append([round(x, digits), round(y, digits), round(place[0], 7), round(place[1], 7)])
    # mostly two answers: none is right
    return places if len(places) > left_out else []


def systems(authority, deprecated):
    """Each system of an authority: code, name, texts (ESRI, GDAL, WKT 2), places."""
    found = []
    for kind in (PJType.PROJECTED_CRS, PJType.GEOGRAPHIC_2D_CRS, PJType.GEOGRAPHIC_3D_CRS):
        for info in database.query_crs_info(authority, kind, allow_deprecated=True):
            if info.deprecated != deprecated and authority == "EPSG":
                continue
            crs = CRS.from_authority(authority, info.code)
            texts = [wkt_of(crs, notation) for notation in NOTATIONS]
            try:
                places = places_of(crs, info.area_of_use)
            except Exception as error:
                print(info.code, info.name, error, file=sys.stderr)
                places = []
            found.append([int(info.code), info.name, texts, places])
    return found


def unshifted(found):
    """The code of each system without places, and its places on its own datum."""
    rows = []
    for code, *_, places in found:
        info = CRS.from_epsg(code)
        if places or len(info.axis_info) == 3:
            continue
        between = lambda source, target: Transformer.from_crs(source, target, always_xy=True)
        try:
            rows.append([code, places_on_datum(info, info.area_of_use, between, TransformDirection.INVERSE, SHARES)])
        except Exception as error:
            print(code, info.name, error, file=sys.stderr)
    return rows


def others(found, known):
    """The systems whose text isn't another's but for its name."""
    body = lambda system: (system[2][0] or str(system[0])).split(",", 1)[1:]
    bodies = [body(system) for system in known]
    judged = {text for text, *_ in filter(None, bodies)}
    return [system for system in found if not body(system) or body(system)[0] not in judged]


with open(sys.argv[1], "w") as file:
    versions = database.get_database_metadata("EPSG.VERSION"), pyproj.proj_version_str
    known = systems("EPSG", False)
    deprecated = systems("EPSG", True)
    codes = {code for code, *_ in known + deprecated}
    json.dump(
        {
            "epsg": versions[0],
            "proj": versions[1],
            **datums(),
            "compound": compound(),
            "systems": known,
            # only where files still name them
            "deprecated": others(deprecated, known),
            "esri": others(systems("ESRI", False), known),
            "areas": areas_of(os.path.join(database_only, "proj.db"), codes),
            "unshifted": unshifted(known),
        },
        file,
    )
