"""Links and small files: what they hold (`link`), how (`packing`), and the training of a link (`retrain`)."""
