use dead_reckoning_lab::figures;
fn main() {
    for f in figures::measure_all().unwrap() {
        println!("{} {} {:.6} {}", f.id, f.published, f.measured, f.agrees);
    }
    println!("{:#?}", figures::bound_grid().unwrap());
}
