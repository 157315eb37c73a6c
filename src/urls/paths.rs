//! The macro that makes a type of each route.

/// A type for each route, with a field for each parameter. Its value is the URL.
macro_rules! paths {
    ($($(#[$doc:meta])* $name:ident $({ $($field:ident),+ })? => $route:literal;)+) => {
        $(paths!(@one $(#[$doc])* $name [$($($field),+)?] $route);)+

        /// All routes with the names of their parameters.
        pub const ALL: &[(&str, &[&str])] = &[$(($route, &[$($(stringify!($field)),+)?])),+];
    };
    (@one $(#[$doc:meta])* $name:ident [] $route:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name;

        impl $name {
            /// The route.
            pub const ROUTE: &'static str = $route;
        }

        impl Display for $name {
            fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
                f.write_str(Self::ROUTE)
            }
        }
    };
    (@one $(#[$doc:meta])* $name:ident [$($field:ident),+] $route:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        #[allow(missing_docs)]
        pub struct $name<'a> { $(pub $field: &'a str),+ }

        impl $name<'_> {
            /// The route.
            pub const ROUTE: &'static str = $route;
        }

        impl Display for $name<'_> {
            fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
                write!(f, $route, $($field = UrlSegment(self.$field)),+)
            }
        }
    };
}
