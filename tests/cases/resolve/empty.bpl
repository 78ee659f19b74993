// resolve: ok
