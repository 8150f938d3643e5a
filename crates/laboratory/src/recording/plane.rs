//! Latitude and longitude → metres on a plane.
//!
//! In: degrees on the ellipsoid of WGS 84. Out: metres east and north of a first point. The plane touches the ellipsoid
//! there: a point becomes its earth-centred coordinates, and the part of their difference that lies in the plane is
//! kept. Distances from the first point come out short by about d³ / 6R²: 4 mm at 10 km, 4 m at 100 km. Source: the
//! transformation to a local east-north-up frame, Hofmann-Wellenhof, Lichtenegger, Wasle: "GNSS", 2008, section 8.2.

use glam::{DVec2, DVec3, dvec2, dvec3};

/// Half the equatorial axis of WGS 84, m.
const A: f64 = 6_378_137.0;
/// Its flattening.
const F: f64 = 1.0 / 298.257_223_563;
/// Points further away than this do not fit on one plane, m.
pub const REACH: f64 = 1_000_000.0;

/// A plane about a point.
#[derive(Clone, Copy, Debug)]
pub struct Plane {
    center: DVec3,
    east: DVec3,
    north: DVec3,
}

impl Plane {
    /// The plane that touches at this latitude and longitude, degrees.
    #[must_use]
    pub fn at(latitude: f64, longitude: f64) -> Self {
        let (sin_lat, cos_lat) = libm::sincos(latitude.to_radians());
        let (sin_lon, cos_lon) = libm::sincos(longitude.to_radians());
        Self {
            center: earth_centred(latitude, longitude),
            east: dvec3(-sin_lon, cos_lon, 0.0),
            north: dvec3(-sin_lat * cos_lon, -sin_lat * sin_lon, cos_lat),
        }
    }

    /// Metres east and north of the plane's point; nothing further away than [`REACH`].
    ///
    /// ```
    /// use laboratory::recording::plane::Plane;
    /// // A degree of longitude on the equator is 1/360 of it; the plane sees its sine.
    /// let there = Plane::at(0.0, 0.0).place(0.0, 1.0).expect("near enough");
    /// assert!((there.x - 111_313.84).abs() < 0.01 && there.y == 0.0);
    /// ```
    #[must_use]
    pub fn place(&self, latitude: f64, longitude: f64) -> Option<DVec2> {
        let there = earth_centred(latitude, longitude) - self.center;
        (there.length() <= REACH).then(|| dvec2(there.dot(self.east), there.dot(self.north)))
    }
}

/// x through the equator at longitude 0, z through the north pole, m: N = A / √(1 − e² sin² φ) and
/// (N cos φ cos λ, N cos φ sin λ, N (1 − e²) sin φ).
fn earth_centred(latitude: f64, longitude: f64) -> DVec3 {
    let (sin_lat, cos_lat) = libm::sincos(latitude.to_radians());
    let (sin_lon, cos_lon) = libm::sincos(longitude.to_radians());
    let e2 = F * (2.0 - F);
    let normal = A / (1.0 - e2 * sin_lat * sin_lat).sqrt();
    dvec3(normal * cos_lat * cos_lon, normal * cos_lat * sin_lon, normal * (1.0 - e2) * sin_lat)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_steps_are_those_of_the_radii_of_curvature() {
        // Meridian M = A (1 − e²) / (1 − e² sin² φ)^1.5, normal N; a step of 1e-4 degrees.
        for latitude in [-75.0, -20.0, 0.0, 50.3, 80.0] {
            let sin: f64 = libm::sin(f64::to_radians(latitude));
            let e2 = F * (2.0 - F);
            let w = 1.0 - e2 * sin * sin;
            let step = 1e-4_f64.to_radians();
            let north = A * (1.0 - e2) / (w * w.sqrt()) * step;
            let east = A / w.sqrt() * libm::cos(f64::to_radians(latitude)) * step;
            let plane = Plane::at(latitude, 179.99999);
            let up = plane.place(latitude + 1e-4, 179.99999).expect("near");
            assert!(up.distance(dvec2(0.0, north)) < 1e-4, "{latitude}: {up} and {north}");
            // Over the date line, too.
            let right = plane.place(latitude, -179.99991).expect("near");
            assert!(right.distance(dvec2(east, 0.0)) < 1e-4, "{latitude}: {right} and {east}");
        }
    }

    #[test]
    fn a_distance_is_short_by_its_cube() {
        let d = Plane::at(0.0, 0.0).place(0.0, 0.1).expect("near").x;
        let arc = A * 0.1_f64.to_radians();
        assert!(((arc - d) - arc * arc * arc / (6.0 * A * A)).abs() < 1e-6);
        assert_eq!(Plane::at(0.0, 0.0).place(0.0, 90.0), None);
        assert_eq!(Plane::at(50.0, 4.0).place(50.0, 4.0), Some(DVec2::ZERO));
    }
}
