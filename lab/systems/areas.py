"""Where each coordinate system is used, and the places of those without a shift, for lab/systems/proj.py."""
import math, sqlite3


def countries_of(description):
    """The countries of an extent's description, if it lists several; else nothing."""
    words = (description or "").rstrip(".")
    return words if ";" in words else ""


def areas_of(database, codes):
    """By code: [name of the area, its countries if they are listed, west, south, east, north, EPSG's accuracy or None]."""
    connection = sqlite3.connect(database)
    rows = connection.execute(
        "select u.object_code, e.name, e.description, e.west_lon, e.south_lat, e.east_lon, e.north_lat "
        "from usage u join extent e on e.auth_name = u.extent_auth_name and e.code = u.extent_code "
        "where u.object_auth_name = 'EPSG' and u.object_table_name in ('projected_crs', 'geodetic_crs') order by u.code"
    )
    found = {}
    for code, name, description, *box in rows:
        if int(code) in codes and None not in box:
            found.setdefault(int(code), [name, countries_of(description), *box])
    pairs = lambda query: {int(code): value for code, value in connection.execute(query)}
    bases = pairs("select code, geodetic_crs_code from projected_crs where auth_name = 'EPSG'")
    accuracies = pairs(
        "select source_crs_code, min(accuracy) from coordinate_operation_view where source_crs_auth_name = 'EPSG' "
        "and target_crs_auth_name = 'EPSG' and target_crs_code = '4326' and accuracy is not null "
        "and deprecated = 0 and table_name != 'grid_transformation' group by source_crs_code"
    )
    for code, row in found.items():
        row.append(accuracies.get(int(bases.get(code, code))))
    return found


def places_on_datum(crs, area, transformer_of, inverse, shares):
    """Positions over the area of use, each with its longitude (from Greenwich) and latitude on the system's own datum."""
    base = crs.geodetic_crs if crs.is_projected else crs
    meridian = base.prime_meridian.longitude
    east = area.east + 360 if area.east < area.west else area.east
    forward = transformer_of(base, crs) if crs.is_projected else None
    places = []
    for high in shares:
        for wide in shares:
            lon = area.west + wide * (east - area.west)
            lat = area.south + high * (area.north - area.south)
            x, y = forward.transform(lon - meridian, lat) if forward else (lon - meridian, lat)
            back = forward.transform(x, y, direction=inverse) if forward else (x, y)
            if not all(math.isfinite(value) for value in (x, y, *back)):
                continue
            if not forward:
                factor = crs.axis_info[0].unit_conversion_factor / math.radians(1)
                x, y = x / factor, y / factor
            places.append([round(x, 8), round(y, 8), round(back[0] + meridian, 8), round(back[1], 8)])
    return places
