//! The few calls that reach under macroquad.
#![allow(unsafe_code, reason = "macroquad has no safe way to clip or to read the screen")]

use laboratory::export::raster::Pixels;
use laboratory::scene::Area;
use macroquad::miniquad::{gl, window};
use macroquad::window::get_internal_gl;

/// Lets nothing be painted outside of an area from here on; without one, everywhere.
pub fn clip(area: Option<Area>, scale: f32) {
    let pixels = area.map(|area| {
        let (min, size) = (area.min * scale, area.size() * scale);
        (min.x.round() as i32, min.y.round() as i32, size.x.round() as i32, size.y.round() as i32)
    });
    // SAFETY: called between two frames of the one thread that owns macroquad's context.
    unsafe { get_internal_gl() }.quad_gl.scissor(pixels);
}

/// What has been painted so far in this frame, opaque.
pub fn read_screen() -> Pixels {
    let (width, height) = window::screen_size();
    let (width, height) = (width as usize, height as usize);
    let mut upside_down = vec![0_u8; width * height * 4];
    // SAFETY: the same thread as above; the buffer holds four bytes for each pixel that is read.
    unsafe {
        get_internal_gl().flush();
        gl::glReadPixels(
            0,
            0,
            width as i32,
            height as i32,
            gl::GL_RGBA,
            gl::GL_UNSIGNED_BYTE,
            upside_down.as_mut_ptr().cast(),
        );
    }
    // Under translucent shapes the window keeps an alpha of its own.
    upside_down.chunks_exact_mut(4).for_each(|pixel| pixel[3] = 255);
    let bytes = upside_down.chunks_exact(width * 4).rev().flatten().copied().collect();
    Pixels { width: width as u32, height: height as u32, bytes }
}
